/** What a local Shelfwire has to be told before it calls back to this machine. */
export function stepsForLocalService(url: string): string {
  const { protocol, hostname } = new URL(url);
  const http = protocol === "http:" ? "SHELFWIRE_ALLOW_HTTP_CALLBACKS=true " : "";
  const host = hostname === "localhost" ? "127.0.0.1,::1" : hostname.replace(/^\[|\]$/g, "");
  return `A service calls public HTTPS addresses only. For one on this machine, start it with
  ${http}SHELFWIRE_ALLOWED_CALLBACK_NETWORKS=${host} shelfwire serve
For one elsewhere, open a tunnel to this port and give its address with --public-url https://...`;
}
