import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface PrefixProxy {
  /** Where browsers reach the service, with the prefix and without a slash at the end. */
  url: string;
  /** Paths that were asked for outside of the prefix. */
  strays: string[];
  /** From now on what stands below the prefix goes to this URL, without the prefix. */
  passTo(serviceUrl: string): void;
  close(): Promise<void>;
}

/** A reverse proxy as many stand before several services of a host: it passes on what is below its prefix, and nothing else. */
export async function startPrefixProxy(prefix: string): Promise<PrefixProxy> {
  const strays: string[] = [];
  let target = "";
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (!path.startsWith(`${prefix}/`)) {
      strays.push(path);
      outgoing.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const passed = request(`${target}${path.slice(prefix.length)}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.once("error", () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    strays,
    passTo(serviceUrl) {
      target = serviceUrl;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
