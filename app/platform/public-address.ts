import ipaddr from "ipaddr.js";

/**
 * Addresses that a register calls public and that lead inside all the same: Azure's machines ask theirs for their keys.
 * Those of other clouds are link-local, shared or unique local anyhow.
 */
const INNER = new Set(["168.63.129.16"]);

/**
 * Whether an address as a resolver gives it is one of the open internet, so that we may connect to it for a stranger. Not
 * so: private, loopback, link-local, shared (CGNAT), multicast, reserved and documentation ranges, and every IPv6 address
 * that carries an IPv4 one inside (mapped, compatible, NAT64, 6to4, Teredo), whatever that is. Never throws.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (address.includes("%") || !ipaddr.isValid(address) || INNER.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === "ipv4" && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false;
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
}
