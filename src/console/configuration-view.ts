import type { Config } from "../config/config.ts";
import { MINUTE, SECOND } from "../lib/units.ts";

/** A setting as the operator sees it. */
export interface SettingView {
  name: string;
  /** "" where it is not set and has no default; "****" for a secret. */
  value: string;
  source: "environment" | "default" | "generated";
}

const MASK = "****";

/** Every setting of the service with the value in force. Secrets are masked, whatever their length. */
export function viewConfiguration(config: Config): SettingView[] {
  return [
    ...processSettings(config),
    ...httpSettings(config),
    ...notifierSettings(config),
    ...jobsSettings(config),
  ].map(([name, value, source = "default"]) => ({
    name,
    value,
    source: config.given.has(name) ? "environment" : source,
  }));
}

type Line = [name: string, value: string, source?: SettingView["source"]];

function processSettings(config: Config): Line[] {
  return [
    ["SHELFWIRE_DATA_DIR", config.dataDir],
    ["DATABASE_URL", config.databaseUrl === undefined ? "embedded" : withoutPassword(config.databaseUrl)],
    ["SHELFWIRE_DATABASE_CONNECTIONS", String(config.databaseConnectionsMax)],
    ["SHELFWIRE_ROLES", [...config.roles].join(",")],
    ["SHELFWIRE_LOG_LEVEL", config.logLevel],
    ["SHELFWIRE_OPERATOR_TOKEN", MASK, "generated"],
    ["SHELFWIRE_SECRET_KEY", MASK, "generated"],
    ["SHELFWIRE_SECRET_KEY_PREVIOUS", config.secretKeyPrevious === undefined ? "" : MASK],
  ];
}

function httpSettings({ http }: Config): Line[] {
  const { trustProxy } = http;
  return [
    ["SHELFWIRE_HOST", http.host],
    ["SHELFWIRE_PORT", String(http.port)],
    ["SHELFWIRE_BASE_URL", http.baseUrl ?? ""],
    ["SHELFWIRE_TLS_CERT_FILE", http.tls?.certFile ?? ""],
    ["SHELFWIRE_TLS_KEY_FILE", http.tls?.keyFile ?? ""],
    ["SHELFWIRE_TRUST_PROXY", Array.isArray(trustProxy) ? trustProxy.join(",") : String(trustProxy)],
    ["SHELFWIRE_API_VERSIONS", http.apiVersions.join(",")],
    ["SHELFWIRE_RATE_LIMIT", String(http.rateLimit)],
  ];
}

function notifierSettings({ notifier }: Config): Line[] {
  return [
    ["SHELFWIRE_SOURCE", notifier.source],
    ["SHELFWIRE_ALLOW_HTTP_CALLBACKS", String(notifier.allowHttpCallbacks)],
    ["SHELFWIRE_ALLOWED_CALLBACK_NETWORKS", notifier.allowedCallbackNetworks.join(",")],
    ["SHELFWIRE_DNS_SERVERS", notifier.dnsServers.join(",")],
    ["SHELFWIRE_CALLBACK_CA_FILE", notifier.callbackCa === undefined ? "" : "given"],
    ["SHELFWIRE_ROUND_OFFSETS_SECONDS", notifier.roundOffsetsMs.map((ms) => ms / SECOND).join(",")],
    ["SHELFWIRE_ROUND_DELAYS_MINUTES", notifier.roundDelaysMs.map((ms) => ms / MINUTE).join(",")],
    ["SHELFWIRE_DELIVERY_RETENTION_DAYS", String(notifier.retentionDays)],
  ];
}

function jobsSettings({ jobs, audit }: Config): Line[] {
  return [
    ["SHELFWIRE_UPLOAD_BYTES_MAX", String(jobs.uploadBytesMax)],
    ["SHELFWIRE_INFLATED_BYTES_MAX", String(jobs.inflatedBytesMax)],
    ["SHELFWIRE_JOBS_RUNNING_MAX", String(jobs.runningMax)],
    ["SHELFWIRE_JOB_RETENTION_DAYS", String(jobs.retentionDays)],
    ["SHELFWIRE_AUDIT_RETENTION_DAYS", String(audit.retentionDays)],
  ];
}

/** Everything that may be a credential is left out: the user info, and the whole query. */
function withoutPassword(databaseUrl: string): string {
  const [base = ""] = databaseUrl.split("?");
  return base.replace(/\/\/[^/]*@/, `//${MASK}@`);
}
