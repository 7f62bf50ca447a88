import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

/** All addresses of a host name; rejects where there is none. */
export type ResolveName = (host: string) => Promise<string[]>;

/** The system's resolver, or the given DNS servers (`9.9.9.9`, `127.0.0.1:5353`). */
export function createNameResolver(servers: readonly string[]): ResolveName {
  if (servers.length === 0) {
    return async (host) => (await lookup(host, { all: true })).map((found) => found.address);
  }
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) throw new Error(`no address for ${host}`);
    return addresses.filter((address) => isIP(address) !== 0);
  };
}
