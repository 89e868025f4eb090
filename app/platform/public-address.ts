import ipaddr from "ipaddr.js";

/**
 * Addresses in a public range that are internal anyway: the metadata service of Azure. Those of other clouds are link-local,
 * shared or unique local.
 */
const INTERNAL = new Set(["168.63.129.16"]);

/**
 * Whether a resolved address is on the public internet (SSRF). Refused: private, reserved and documentation ranges, and
 * every IPv6 address with an embedded IPv4 one. Never throws.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (address.includes("%") || !ipaddr.isValid(address) || INTERNAL.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === "ipv4" && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false;
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
}
