import { describe, expect, it } from "vitest";
import { AddressGuard } from "../../src/notifier/address-guard.ts";

const guard = new AddressGuard([]);

describe("address guard: which addresses callbacks may go to (decisions, section 4)", () => {
  it.each([
    ["93.184.216.34", "a public address"],
    ["1.1.1.1", "a public address"],
    ["9.255.255.255", "below 10/8"],
    ["11.0.0.0", "above 10/8"],
    ["100.63.255.255", "below the carriers' shared space"],
    ["100.128.0.0", "above the carriers' shared space"],
    ["126.255.255.255", "below loopback"],
    ["128.0.0.1", "above loopback"],
    ["168.63.129.15", "beside a cloud's platform address"],
    ["168.63.129.17", "beside a cloud's platform address"],
    ["172.15.255.255", "below 172.16/12"],
    ["172.32.0.0", "above 172.16/12"],
    ["192.0.1.1", "between protocol assignments and documentation"],
    ["198.17.255.255", "below the benchmark networks"],
    ["198.20.0.0", "above the benchmark networks"],
    ["223.255.255.255", "below multicast"],
    ["2606:4700:4700::1111", "public IPv6"],
    ["2a00:1450:4001:82a::200e", "public IPv6"],
    ["2001:4860:4860::8888", "above Teredo and the protocol assignments"],
  ])("lets %s through: %s", (address) => {
    expect(guard.allows(address)).toBe(true);
  });

  it.each([
    ["0.0.0.0", "this host"],
    ["0.1.2.3", "this network"],
    ["10.0.0.1", "private"],
    ["100.64.0.1", "shared by carriers"],
    ["100.127.255.255", "shared by carriers"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["168.63.129.16", "a cloud's platform services"],
    ["169.254.169.254", "metadata"],
    ["169.254.170.2", "metadata of containers"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.0.0.1", "protocol assignments"],
    ["192.0.0.192", "a cloud's metadata"],
    ["192.0.2.1", "documentation"],
    ["192.88.99.1", "6to4 relays"],
    ["192.168.1.1", "private"],
    ["198.18.0.1", "benchmarks"],
    ["198.19.255.255", "benchmarks"],
    ["198.51.100.1", "documentation"],
    ["203.0.113.1", "documentation"],
    ["224.0.0.1", "multicast"],
    ["239.255.255.255", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["0:0:0:0:0:0:0:1", "loopback, written out"],
    ["::127.0.0.1", "IPv4-compatible"],
    ["::ffff:127.0.0.1", "IPv4-mapped"],
    ["::ffff:7f00:1", "IPv4-mapped, in hexadecimal"],
    ["::ffff:93.184.216.34", "IPv4-mapped, even of a public address"],
    ["::ffff:0:127.0.0.1", "IPv4-translated"],
    ["64:ff9b::7f00:1", "NAT64"],
    ["64:ff9b:1::7f00:1", "local NAT64"],
    ["100::1", "discard only"],
    ["2001::1", "Teredo"],
    ["2001:10::1", "ORCHID"],
    ["2001:20::1", "ORCHIDv2"],
    ["2001:db8::1", "documentation"],
    ["2002:7f00:1::", "6to4 of loopback"],
    ["3fff::1", "documentation"],
    ["5f00::1", "segment routing"],
    ["fc00::1", "unique local"],
    ["fd00:ec2::254", "metadata"],
    ["fe80::1", "link-local"],
    ["fe80::1%eth0", "link-local with a zone"],
    ["2606:4700:4700::1111%eth0", "a zone on a public address"],
    ["fec0::1", "site-local"],
    ["ff02::1", "multicast"],
  ])("refuses %s: %s", (address) => {
    expect(guard.allows(address)).toBe(false);
  });

  it.each(["", "localhost", "127.1", "0177.0.0.1", "2130706433", "0x7f000001", "1.2.3", "1.2.3.4.5", "[::1]"])(
    "refuses %j, which is no plain address",
    (text) => {
      expect(guard.allows(text)).toBe(false);
    },
  );

  it("lets the operator's networks through, and nothing beside them", () => {
    const open = new AddressGuard(["10.1.0.0/16", "192.168.7.7", "fd12::/32"]);
    expect(["10.1.2.3", "192.168.7.7", "fd12::9"].map((address) => open.allows(address))).toEqual([true, true, true]);
    expect(["10.2.0.1", "192.168.7.8", "fd13::9", "127.0.0.1"].map((address) => open.allows(address))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
