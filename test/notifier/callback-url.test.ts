import { describe, expect, it } from "vitest";
import { AddressGuard } from "../../src/notifier/address-guard.ts";
import { isCallbackUrl, maskUrl, withoutQuery } from "../../src/notifier/callback-url.ts";

const strict = { guard: new AddressGuard([]), allowHttp: false };

describe('callback URLs (interface, "Callback URL"; decisions, section 2)', () => {
  it.each([
    "https://hooks.example.com/results",
    "https://hooks.example.com",
    "HTTPS://hooks.example.com/results?api_key=a%20b&x=1",
    "https://hooks.example.com:8443/results",
    "https://93.184.216.34/results",
    "https://[2606:4700:4700::1111]/results",
    "https://xn--bcher-kva.example/",
    "https://bücher.example/",
    `https://hooks.example.com/${"a".repeat(2_048 - 26)}`,
  ])("takes %s", (url) => {
    expect(isCallbackUrl(url, strict)).toBe(true);
  });

  it.each([
    ["http://hooks.example.com/", "not HTTPS"],
    ["ftp://hooks.example.com/", "not HTTPS"],
    ["//hooks.example.com/", "not absolute"],
    ["hooks.example.com", "not absolute"],
    ["https:hooks.example.com", "without slashes"],
    ["https:///hooks.example.com", "an empty host that a parser mends"],
    ["https://", "no host"],
    ["", "empty"],
    [" https://hooks.example.com/", "a blank that a parser drops"],
    ["https://hooks.example.com/a b", "a blank"],
    ["https://hooks.example.com/a\nb", "a line break that a parser drops"],
    ["https:\\\\hooks.example.com/", "backslashes that a parser turns"],
    ["https://user@hooks.example.com/", "user info"],
    ["https://user:pass@hooks.example.com/", "user info"],
    ["https://@hooks.example.com/", "empty user info"],
    ["https://hooks.example.com/#part", "a fragment"],
    ["https://hooks.example.com/#", "an empty fragment"],
    ["https://hooks.example.com:99999/", "a port that is none"],
    [`https://hooks.example.com/${"a".repeat(2_049 - 26)}`, "2,049 characters"],
    ["https://127.0.0.1/", "loopback"],
    ["https://127.1/", "loopback, short"],
    ["https://2130706433/", "loopback, decimal"],
    ["https://0x7f000001/", "loopback, hexadecimal"],
    ["https://0x7f.0.0.1/", "loopback, mixed"],
    ["https://0177.0.0.1/", "loopback, octal"],
    ["https://017700000001/", "loopback, octal in one"],
    ["https://127.0.0.1./", "loopback with a dot"],
    ["https://127。0。0。1/", "loopback with other full stops"],
    ["https://①②⑦.0.0.1/", "loopback in other digits"],
    ["https://%31%32%37.0.0.1/", "loopback, escaped"],
    ["https://0/", "this host"],
    ["https://169.254.169.254/latest/meta-data", "metadata"],
    ["https://168.63.129.16/", "a cloud's platform services"],
    ["https://10.0.0.1/", "private"],
    ["https://192.168.1.1:8443/", "private, with a port"],
    ["https://[::1]/", "loopback"],
    ["https://[::]/", "unspecified"],
    ["https://[::ffff:127.0.0.1]/", "IPv4-mapped"],
    ["https://[::ffff:a00:1]/", "IPv4-mapped"],
    ["https://[64:ff9b::a00:1]/", "NAT64"],
    ["https://[2002:a00:1::]/", "6to4"],
    ["https://[fe80::1]/", "link-local"],
    ["https://[fe80::1%25eth0]/", "link-local with a zone"],
    ["https://localhost/", "loopback by name"],
    ["https://localhost./", "loopback by name"],
    ["https://LOCALHOST:8443/", "loopback by name"],
    ["https://app.localhost/", "loopback by name"],
  ])("refuses %j: %s", (url) => {
    expect(isCallbackUrl(url, strict)).toBe(false);
  });

  it.each([undefined, null, 7, {}, ["https://hooks.example.com/"]])("refuses %j, which is no text", (value) => {
    expect(isCallbackUrl(value, strict)).toBe(false);
  });

  it("takes plain HTTP and private hosts where the operator allows them, and still no other scheme", () => {
    const open = { guard: new AddressGuard(["127.0.0.0/8"]), allowHttp: true };
    expect(isCallbackUrl("http://127.0.0.1:9000/hook", open)).toBe(true);
    expect(isCallbackUrl("http://localhost:9000/hook", open)).toBe(true);
    expect(isCallbackUrl("ftp://127.0.0.1/hook", open)).toBe(false);
    expect(isCallbackUrl("http://10.0.0.1/hook", open)).toBe(false);
  });

  it("shows URLs with their query's values masked, names kept", () => {
    expect(maskUrl("https://a.example/p?api_key=s3cret&x=1")).toBe("https://a.example/p?api_key=****&x=****");
    expect(maskUrl("https://a.example/p")).toBe("https://a.example/p");
    expect(maskUrl("https://a.example/p?key=a=b?c")).toBe("https://a.example/p?key=****");
    expect(maskUrl("https://a.example/p?key=")).toBe("https://a.example/p?key=****");
  });

  it("masks a query that is nothing but the key", () => {
    expect(maskUrl("https://a.example/p?s3cret")).not.toContain("s3cret");
    expect(maskUrl("https://a.example/p?a=1&s3cret")).not.toContain("s3cret");
  });

  it("knows the part that stays when a key is rotated", () => {
    expect(withoutQuery("https://a.example/p?key=1")).toBe("https://a.example/p");
    expect(withoutQuery("https://a.example/p")).toBe("https://a.example/p");
  });
});
