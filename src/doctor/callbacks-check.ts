import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";
import type { Config, NotifierConfig } from "../config/config.ts";
import { AddressGuard } from "../notifier/address-guard.ts";
import { createNameResolver, type ResolveName } from "../notifier/name-resolver.ts";
import { databaseAccess, withDatabase } from "./database-access.ts";
import { readAppliedMigrations, readCallbackUrls } from "./doctor-reads.ts";
import { type Finding, fail, ok, reasonOf, warn } from "./finding.ts";

const CONNECT_TIMEOUT_MS = 5_000;
/** Hosts that are looked at; the rest are named by their number. */
const HOSTS_MAX = 10;
const PUBLIC_NAME = "example.com";

/** Whether callbacks could go out: names, allowed addresses, connections and certificates. Nothing is sent. */
export async function* checkCallbacks(
  config: Config,
  { callbackUrls }: { callbackUrls: readonly string[] },
): AsyncGenerator<Finding, void, void> {
  if (!config.roles.has("deliver")) {
    yield ok("callbacks", "this process sends none (SHELFWIRE_ROLES)");
    return;
  }
  const { notifier } = config;
  if (notifier.allowHttpCallbacks) {
    yield warn(
      "callbacks",
      "plain HTTP callback URLs are accepted",
      "unset SHELFWIRE_ALLOW_HTTP_CALLBACKS outside tests and closed networks",
    );
  }
  if (notifier.allowedCallbackNetworks.length > 0) {
    yield ok("callbacks", `may also go to ${notifier.allowedCallbackNetworks.join(", ")}`);
  }
  const origins = [...new Set([...callbackUrls, ...(await subscribed(config))].map((url) => new URL(url).origin))];
  const resolve = createNameResolver(notifier.dnsServers);
  if (origins.length === 0) {
    yield await checkNames(resolve);
    return;
  }
  for (const origin of origins.slice(0, HOSTS_MAX)) yield await checkOrigin(origin, notifier, resolve);
  if (origins.length > HOSTS_MAX) {
    yield ok("callbacks", `${origins.length - HOSTS_MAX} further hosts were not looked at; name one with --callback`);
  }
}

async function subscribed(config: Config): Promise<string[]> {
  const access = databaseAccess(config);
  if (access.kind === "at rest") return [];
  // That the database is away has been said already.
  return withDatabase(access.connection, async (db) =>
    (await readAppliedMigrations(db)) === undefined ? [] : readCallbackUrls(db),
  ).catch(() => []);
}

/** Nobody is subscribed: at least names should resolve. */
async function checkNames(resolve: ResolveName): Promise<Finding> {
  try {
    await resolve(PUBLIC_NAME);
    return ok("callbacks", "no URL is subscribed; public names resolve. Look at one with --callback <url>");
  } catch (error) {
    const cure =
      "check the resolver, SHELFWIRE_DNS_SERVERS, or the network's way out; closed networks may need no public names";
    return warn("callbacks", `public names do not resolve (${reasonOf(error)})`, cure);
  }
}

async function checkOrigin(origin: string, config: NotifierConfig, resolve: ResolveName): Promise<Finding> {
  const { hostname, port, protocol } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  let addresses: string[];
  try {
    addresses = isIP(host) === 0 ? await resolve(host) : [host];
  } catch (error) {
    return fail(
      "callbacks",
      `${host} does not resolve (${reasonOf(error)})`,
      "check the name, the resolver, or SHELFWIRE_DNS_SERVERS",
    );
  }
  const guard = new AddressGuard(config.allowedCallbackNetworks);
  const forbidden = addresses.find((address) => !guard.allows(address));
  if (forbidden !== undefined) {
    const cure = "if callbacks shall go there, allow its network with SHELFWIRE_ALLOWED_CALLBACK_NETWORKS";
    return fail("callbacks", `${host} has the address ${forbidden}, which is not public`, cure);
  }
  const target = { host: addresses[0] ?? host, port: Number(port) || (protocol === "https:" ? 443 : 80) };
  const startedAt = performance.now();
  try {
    await open(
      protocol === "https:" ? { ...target, servername: isIP(host) === 0 ? host : "", ca: config.callbackCa } : target,
    );
  } catch (error) {
    const cure =
      "the receiver may be down; else look at the firewall, or at SHELFWIRE_CALLBACK_CA_FILE for a certificate of your own";
    return warn("callbacks", `${origin} cannot be connected to (${reasonOf(error)})`, cure);
  }
  return ok("callbacks", `${origin} takes connections, in ${Math.round(performance.now() - startedAt)} ms`);
}

type Target = { host: string; port: number; servername?: string; ca?: string };

/** Resolves once the connection, with TLS where there is a server name, stands; and closes it. */
function open({ ca, ...target }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const isTls = target.servername !== undefined;
    const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
    const socket: Socket = isTls ? connectTls({ ...target, ...trusted }) : connectTcp(target);
    socket.setTimeout(CONNECT_TIMEOUT_MS, () =>
      socket.destroy(new Error(`no answer in ${CONNECT_TIMEOUT_MS / 1_000} s`)),
    );
    socket.once("error", reject);
    socket.once(isTls ? "secureConnect" : "connect", () => {
      socket.destroy();
      resolve();
    });
  });
}
