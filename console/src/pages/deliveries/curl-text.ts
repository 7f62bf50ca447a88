/** A callback as it is sent; secrets in it are masked already. */
export interface CallbackRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The request as a command for a POSIX shell. Whatever stands in it stays one argument. */
export function curlText(request: CallbackRequest): string {
  const headers = Object.entries(request.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const parts = [`curl -X ${request.method} ${quoted(request.url)}`, ...headers, `--data-raw ${quoted(request.body)}`];
  return parts.join(" \\\n  ");
}

/** The keys of a URL's query are secrets: every value is masked (again, should one have slipped through). */
export function maskedUrl(url: string): string {
  const at = url.indexOf("?");
  if (at < 0) return url;
  const pairs = url.slice(at + 1).split("&");
  return `${url.slice(0, at)}?${pairs.map(maskedPair).join("&")}`;
}

function maskedPair(pair: string): string {
  const at = pair.indexOf("=");
  return at < 0 ? "****" : `${pair.slice(0, at)}=****`;
}

/** In single quotes nothing is special but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
