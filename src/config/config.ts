import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import { DAY, GIB, MINUTE, SECOND } from "../lib/units.ts";
import { isDnsServer, isNetwork, SettingsReader } from "./settings.ts";

/**
 * The whole configuration, read from the environment once (decisions, section 9). Each module gets its own part only.
 * Durations are in milliseconds, sizes in bytes.
 */
export interface Config {
  dataDir: string;
  /** When undefined, Shelfwire runs its own PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  databaseConnectionsMax: number;
  roles: ReadonlySet<Role>;
  logLevel: LogLevel;
  operatorToken: string | undefined;
  /** When undefined, a key is kept under `dataDir`. */
  secretKey: string | undefined;
  /** The key before it: still opens what it sealed, and its links are still good. */
  secretKeyPrevious: string | undefined;
  http: HttpConfig;
  notifier: NotifierConfig;
  jobs: JobsConfig;
  audit: AuditConfig;
  /** The names of the settings that the environment gives; the others have their defaults. */
  given: ReadonlySet<string>;
  /** What is odd but harmless, to be logged at the start. */
  warnings: string[];
}

export interface HttpConfig {
  host: string;
  port: number;
  /** Absolute, without a slash at the end; undefined: made from the address listened on. */
  baseUrl: string | undefined;
  apiVersions: string[];
  tls: { certFile: string; keyFile: string } | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are believed; true: everybody's. */
  trustProxy: boolean | string[];
  rateLimit: number;
}

export interface NotifierConfig {
  source: string;
  allowHttpCallbacks: boolean;
  allowedCallbackNetworks: string[];
  /** Empty: the system's resolver. */
  dnsServers: string[];
  /** Certificate authorities (PEM) that callbacks trust besides the usual ones. */
  callbackCa: string | undefined;
  /** Attempts of a round start so many milliseconds after the round's first. */
  roundOffsetsMs: number[];
  /** Pause before the second, third ... round; its length decides how many rounds there are. */
  roundDelaysMs: number[];
  retentionDays: number;
}

export interface JobsConfig {
  uploadBytesMax: number;
  /** Limit on what an archive may inflate to. */
  inflatedBytesMax: number;
  runningMax: number;
  triesMax: number;
  retentionDays: number;
}

export interface AuditConfig {
  retentionDays: number;
}

export const ROLES = ["api", "deliver", "import"] as const;
export type Role = (typeof ROLES)[number];
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Read by the command line, not by the service. */
const COMMAND_LINE_SETTINGS = [
  ...["SHELFWIRE_PROFILE", "SHELFWIRE_URL", "SHELFWIRE_PROJECT", "SHELFWIRE_TOKEN", "SHELFWIRE_SIGNING_SECRET"],
];

/** The configuration, or every mistake in it, by name. */
export type ConfigResult = { ok: true; config: Config } | { ok: false; mistakes: string[] };

/** Reads and checks the environment. Never throws; never reads anything but the environment and the TLS files. */
export function readConfig(environment: NodeJS.ProcessEnv): ConfigResult {
  const settings = new SettingsReader(environment);
  const config: Config = {
    dataDir: readDataDir(settings),
    databaseUrl: settings.url("DATABASE_URL", ["postgres:", "postgresql:"]),
    databaseConnectionsMax: settings.integer("SHELFWIRE_DATABASE_CONNECTIONS", 20, { min: 4, max: 1_000 }),
    roles: new Set(readRoles(settings)),
    logLevel: settings.choice("SHELFWIRE_LOG_LEVEL", LOG_LEVELS, "info"),
    operatorToken: readSecret(
      settings,
      "SHELFWIRE_OPERATOR_TOKEN",
      /^[\x21-\x7e]{8,512}$/,
      "8 to 512 visible ASCII characters",
    ),
    secretKey: readSecret(settings, "SHELFWIRE_SECRET_KEY", /^.{8,}$/s, "at least 8 characters"),
    secretKeyPrevious: readSecret(settings, "SHELFWIRE_SECRET_KEY_PREVIOUS", /^.{8,}$/s, "at least 8 characters"),
    http: readHttp(settings),
    notifier: readNotifier(settings),
    jobs: readJobs(settings),
    audit: { retentionDays: settings.integer("SHELFWIRE_AUDIT_RETENTION_DAYS", 365, { min: 1, max: 3_650 }) },
    given: settings.given,
    warnings: [],
  };
  warnOfShortSecrets(config);
  if (config.http.baseUrl === undefined && ["0.0.0.0", "::"].includes(config.http.host)) {
    config.warnings.push(
      `SHELFWIRE_BASE_URL is not set: links in answers will name ${config.http.host}, which is nowhere`,
    );
  }
  for (const name of COMMAND_LINE_SETTINGS) settings.text(name);
  for (const name of settings.unknown("SHELFWIRE_")) config.warnings.push(`${name} is not a setting of Shelfwire`);
  if (settings.mistakes.length > 0) return { ok: false, mistakes: settings.mistakes };
  return { ok: true, config };
}

function readHttp(settings: SettingsReader): HttpConfig {
  const isVersion = (text: string) => /^v\d{1,3}$/i.test(text);
  const versions = settings.list("SHELFWIRE_API_VERSIONS", ["v1", "v2", "v3", "v4"], "versions like v4", isVersion);
  return {
    host: settings.text("SHELFWIRE_HOST") ?? "127.0.0.1",
    port: settings.integer("SHELFWIRE_PORT", 8080, { min: 0, max: 65_535 }),
    baseUrl: readBaseUrl(settings),
    apiVersions: versions.map((version) => version.toLowerCase()),
    tls: readTls(settings),
    trustProxy: readTrustProxy(settings),
    rateLimit: settings.integer("SHELFWIRE_RATE_LIMIT", 150, { min: 1, max: 1_000_000 }),
  };
}

function readNotifier(settings: SettingsReader): NotifierConfig {
  const offsets = settings.numbers("SHELFWIRE_ROUND_OFFSETS_SECONDS", [0, 1, 2, 4, 7, 11, 17, 25, 36, 50], {
    min: 0,
    max: 60,
  });
  const delays = settings.numbers("SHELFWIRE_ROUND_DELAYS_MINUTES", [15], { min: 0, max: 24 * 60 });
  if (
    offsets.length > 10 ||
    offsets[0] !== 0 ||
    offsets.some((offset, i) => i > 0 && offset <= (offsets[i - 1] ?? 0))
  ) {
    settings.complain("SHELFWIRE_ROUND_OFFSETS_SECONDS: expected at most 10 rising numbers, the first of them 0");
  }
  return {
    source: settings.text("SHELFWIRE_SOURCE") ?? "Shelfwire",
    allowHttpCallbacks: settings.flag("SHELFWIRE_ALLOW_HTTP_CALLBACKS", false),
    allowedCallbackNetworks: settings.list(
      "SHELFWIRE_ALLOWED_CALLBACK_NETWORKS",
      [],
      "networks like 10.0.0.0/8",
      isNetwork,
    ),
    dnsServers: settings.list("SHELFWIRE_DNS_SERVERS", [], "addresses like 9.9.9.9 or 127.0.0.1:5353", isDnsServer),
    callbackCa: readCallbackCa(settings),
    roundOffsetsMs: offsets.map((seconds) => seconds * SECOND),
    roundDelaysMs: delays.map((minutes) => minutes * MINUTE),
    retentionDays: settings.integer("SHELFWIRE_DELIVERY_RETENTION_DAYS", 30, { min: 2, max: 3_650 }),
  };
}

function readJobs(settings: SettingsReader): JobsConfig {
  const sizes = { min: 1_024, max: 1_024 * GIB };
  return {
    uploadBytesMax: settings.integer("SHELFWIRE_UPLOAD_BYTES_MAX", 1 * GIB, sizes),
    inflatedBytesMax: settings.integer("SHELFWIRE_INFLATED_BYTES_MAX", 16 * GIB, sizes),
    runningMax: settings.integer("SHELFWIRE_JOBS_RUNNING_MAX", 2, { min: 1, max: 64 }),
    triesMax: 3,
    retentionDays: settings.integer("SHELFWIRE_JOB_RETENTION_DAYS", 30, { min: 1, max: 3_650 }),
  };
}

function readRoles(settings: SettingsReader): Role[] {
  const isRole = (text: string) => ROLES.some((role) => role === text);
  const named = settings.list("SHELFWIRE_ROLES", [...ROLES], `roles (${ROLES.join(", ")})`, isRole);
  return ROLES.filter((role) => named.includes(role));
}

function readBaseUrl(settings: SettingsReader): string | undefined {
  const url = settings.url("SHELFWIRE_BASE_URL", ["http:", "https:"]);
  if (url !== undefined && /[?#]/.test(url)) settings.complain("SHELFWIRE_BASE_URL: expected no query and no fragment");
  return url?.replace(/\/+$/, "");
}

/** The value itself stays unsaid. A token must fit into a header. */
function readSecret(settings: SettingsReader, name: string, form: RegExp, expected: string): string | undefined {
  const text = settings.text(name);
  if (text !== undefined && !form.test(text)) {
    settings.complain(`${name}: expected ${expected}, found ${text.length} characters`);
  }
  return text;
}

function warnOfShortSecrets({ operatorToken, secretKey, warnings }: Config): void {
  if (operatorToken !== undefined && operatorToken.length < 16) {
    warnings.push("SHELFWIRE_OPERATOR_TOKEN is shorter than 16 characters and may be guessed");
  }
  if (secretKey !== undefined && secretKey.length < 32) {
    warnings.push("SHELFWIRE_SECRET_KEY is shorter than 32 characters and may be guessed");
  }
}

function readDataDir(settings: SettingsReader): string {
  const folder = resolve(settings.text("SHELFWIRE_DATA_DIR") ?? "./data");
  if (!mayBeFolder(folder)) settings.complain(`SHELFWIRE_DATA_DIR: expected a folder, found "${folder}"`);
  return folder;
}

function readTls(settings: SettingsReader): HttpConfig["tls"] {
  const certFile = settings.text("SHELFWIRE_TLS_CERT_FILE");
  const keyFile = settings.text("SHELFWIRE_TLS_KEY_FILE");
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    settings.complain("SHELFWIRE_TLS_CERT_FILE and SHELFWIRE_TLS_KEY_FILE: expected both or neither");
    return undefined;
  }
  const [cert, key] = Object.entries({ SHELFWIRE_TLS_CERT_FILE: certFile, SHELFWIRE_TLS_KEY_FILE: keyFile }).map(
    ([name, file]) => {
      const content = contentOf(file);
      if (content === undefined) settings.complain(`${name}: expected a file that can be read, found "${file}"`);
      return content;
    },
  );
  if (cert !== undefined && key !== undefined && !isKeyPair(cert, key)) {
    settings.complain(
      "SHELFWIRE_TLS_CERT_FILE and SHELFWIRE_TLS_KEY_FILE: expected a certificate and its private key, both PEM",
    );
  }
  return { certFile: resolve(certFile), keyFile: resolve(keyFile) };
}

function readCallbackCa(settings: SettingsReader): string | undefined {
  const name = "SHELFWIRE_CALLBACK_CA_FILE";
  const file = settings.text(name);
  if (file === undefined) return undefined;
  const content = contentOf(file)?.toString("utf8");
  if (content === undefined) settings.complain(`${name}: expected a file that can be read, found "${file}"`);
  else if (!isCertificate(content)) settings.complain(`${name}: expected certificates (PEM), found none in "${file}"`);
  return content;
}

function readTrustProxy(settings: SettingsReader): boolean | string[] {
  const text = settings.text("SHELFWIRE_TRUST_PROXY")?.toLowerCase();
  if (text === undefined || text === "false") return false;
  if (text === "true") return true;
  return settings.list("SHELFWIRE_TRUST_PROXY", [], "addresses or networks of proxies (or true, or false)", isNetwork);
}

/** False for a file, and where we may not look; what cannot be made after all shows at the start. */
function mayBeFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
  } catch {
    return false;
  }
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}

function isKeyPair(cert: Buffer, key: Buffer): boolean {
  try {
    createSecureContext({ cert, key });
    return true;
  } catch {
    return false;
  }
}

/** Days of history in milliseconds. */
export function retentionMs(days: number): number {
  return days * DAY;
}
