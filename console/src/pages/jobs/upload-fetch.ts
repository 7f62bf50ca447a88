/** How far the bytes of an upload are. */
export interface SentBytes {
  sent: number;
  total: number;
}

/**
 * A `fetch` over XMLHttpRequest, as `fetch` itself does not tell how many bytes have left: for uploads only, whose
 * body is a Blob and whose answer is short.
 */
export function uploadFetch(onSent: (bytes: SentBytes) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", input instanceof Request ? input.url : input);
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onSent({ sent: loaded, total });
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError("the connection broke"));
      request.onabort = () => reject(init.signal?.reason);
      init.signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(init.body instanceof Blob ? init.body : null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return new Response(request.response, { status: request.status, statusText: request.statusText, headers });
}
