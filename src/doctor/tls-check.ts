import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import type { Config } from "../config/config.ts";
import { DAY } from "../lib/units.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const EXPIRES_SOON_MS = 30 * DAY;

/** The certificate of the service itself: its time, its name, and who may read its key. */
export async function* checkTls(config: Config, { nowMs }: { nowMs: number }): AsyncGenerator<Finding, void, void> {
  const { tls, baseUrl } = config.http;
  if (tls === undefined) {
    const isPlain = baseUrl?.startsWith("http:") === true && !/^http:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);
    yield isPlain
      ? warn(
          "TLS",
          `clients are told to use plain HTTP (${baseUrl})`,
          "put a TLS proxy in front and set SHELFWIRE_BASE_URL to its https address",
        )
      : ok("TLS", "no certificate of its own: plain HTTP, for loopback or behind a TLS proxy");
    return;
  }
  const certificate = new X509Certificate(readFileSync(tls.certFile));
  yield validity(certificate, nowMs);
  const host = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  if (host !== undefined && !isFor(certificate, host)) {
    yield fail(
      "TLS",
      `the certificate is not for ${host} (${certificate.subjectAltName ?? certificate.subject})`,
      "get one for the name in SHELFWIRE_BASE_URL",
    );
  }
  if ((statSync(tls.keyFile).mode & 0o077) !== 0) {
    yield warn("TLS", `${tls.keyFile} can be read by others`, `chmod 600 ${tls.keyFile}`);
  }
}

function isFor(certificate: X509Certificate, host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined;
}

function validity(certificate: X509Certificate, nowMs: number): Finding {
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const days = Math.floor((to - nowMs) / DAY);
  const day = new Date(to).toISOString().slice(0, 10);
  const cure = "renew it; the running service reads the files again by itself";
  if (nowMs < from)
    return fail("TLS", `the certificate is valid from ${new Date(from).toISOString()} only`, "check the clock");
  if (nowMs > to) return fail("TLS", `the certificate expired on ${day}`, cure);
  if (to - nowMs < EXPIRES_SOON_MS) return warn("TLS", `the certificate expires on ${day}, in ${days} days`, cure);
  return ok("TLS", `the certificate is valid until ${day}, ${days} more days`);
}
