import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";

function mistakesOf(environment: Record<string, string>): string[] {
  const result = readConfig(environment);
  return result.ok ? [] : result.mistakes;
}

describe("configuration (decisions, section 9)", () => {
  it("has the documented defaults", () => {
    const result = readConfig({});
    if (!result.ok) throw new Error(result.mistakes.join());
    expect(result.config).toMatchObject({
      databaseUrl: undefined,
      http: { host: "127.0.0.1", port: 8080, rateLimit: 150, apiVersions: ["v1", "v2", "v3", "v4"], tls: undefined },
      notifier: {
        source: "Shelfwire",
        allowHttpCallbacks: false,
        allowedCallbackNetworks: [],
        roundOffsetsMs: [0, 1, 2, 4, 7, 11, 17, 25, 36, 50].map((seconds) => seconds * 1_000),
        roundDelaysMs: [15 * 60_000],
      },
      jobs: { uploadBytesMax: 1024 ** 3, triesMax: 3, retentionDays: 30 },
    });
    expect(result.config.dataDir).toMatch(/\/data$/);
  });

  it("reports every mistake at once, by name", () => {
    const mistakes = mistakesOf({
      SHELFWIRE_PORT: "eighty",
      SHELFWIRE_ALLOW_HTTP_CALLBACKS: "maybe",
      SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "10.0.0.0/8, 300.1.1.1",
      SHELFWIRE_SECRET_KEY: "short",
      SHELFWIRE_TLS_CERT_FILE: "/nowhere.pem",
      DATABASE_URL: "mysql://db",
    });
    expect(mistakes).toHaveLength(6);
    for (const name of ["PORT", "ALLOW_HTTP", "ALLOWED_CALLBACK", "SECRET_KEY", "TLS_CERT_FILE", "DATABASE_URL"]) {
      expect(mistakes.some((mistake) => mistake.includes(name))).toBe(true);
    }
  });

  it.each([
    ["SHELFWIRE_PORT", "65536"],
    ["SHELFWIRE_PORT", "-1"],
    ["SHELFWIRE_PORT", "80.5"],
    ["SHELFWIRE_API_VERSIONS", "four"],
    ["SHELFWIRE_BASE_URL", "shelfwire.example"],
    ["SHELFWIRE_ROLES", "api,cook"],
    ["SHELFWIRE_LOG_LEVEL", "loud"],
    ["SHELFWIRE_ROUND_OFFSETS_SECONDS", "1,2"],
    ["SHELFWIRE_ROUND_OFFSETS_SECONDS", "0,5,5"],
    ["SHELFWIRE_ROUND_OFFSETS_SECONDS", "0,61"],
    ["SHELFWIRE_TRUST_PROXY", "sometimes"],
    ["SHELFWIRE_DNS_SERVERS", "dns.example"],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(mistakesOf({ [name]: value }).join()).toContain(name);
  });

  it("never repeats the database URL, which holds a password", () => {
    expect(mistakesOf({ DATABASE_URL: "mysql://user:geheim@db" }).join()).not.toContain("geheim");
  });

  it("warns of a variable with our prefix that is no setting", () => {
    const result = readConfig({ SHELFWIRE_PROT: "1" });
    expect(result.ok && result.config.warnings).toEqual(["SHELFWIRE_PROT is not a setting of Shelfwire"]);
  });
});
