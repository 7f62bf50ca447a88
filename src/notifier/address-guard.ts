import { BlockList, isIP } from "node:net";

/**
 * Which addresses callbacks may go to: public ones only, and the networks that the operator allows (interface,
 * "Callback URL"; decisions, section 4). The lists follow the special-purpose registries of the IANA, and add what
 * cloud providers serve their metadata from.
 */
const FORBIDDEN_IPV4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // a cloud's platform services, on an address that looks public
  "169.254.0.0/16", // link-local, metadata services
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
];

/** Only global unicast is routed at all: everything outside it is refused, mapped and translated forms included. */
const ROUTED_IPV6 = "2000::/3";
const FORBIDDEN_IPV6 = [
  "2001::/23", // protocol assignments, Teredo among them
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: an IPv4 address in disguise
  "3fff::/20", // documentation
];

export class AddressGuard {
  readonly #forbidden = blockList([...FORBIDDEN_IPV4, ...FORBIDDEN_IPV6]);
  readonly #routed = blockList([ROUTED_IPV6]);
  readonly #allowed: BlockList;

  /** `allowedNetworks` are addresses or networks in CIDR notation. */
  constructor(allowedNetworks: readonly string[]) {
    this.#allowed = blockList(allowedNetworks);
  }

  /** `address` is an IP address in any notation that `net.isIP` knows; anything else is refused. */
  allows(address: string): boolean {
    // A zone (`fe80::1%eth0`) only makes sense on a local link.
    const family = address.includes("%") ? 0 : isIP(address);
    if (family === 0) return false;
    const type = family === 4 ? "ipv4" : "ipv6";
    if (this.#allowed.check(address, type)) return true;
    if (type === "ipv6" && !this.#routed.check(address, type)) return false;
    return !this.#forbidden.check(address, type);
  }
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    const type = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, length === undefined ? (type === "ipv4" ? 32 : 128) : Number(length), type);
  }
  return list;
}
