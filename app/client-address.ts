/**
 * The visitor's address: the socket's, or behind configured proxies the last address that no proxy of ours wrote.
 *
 * @param forwardedFor The X-Forwarded-For header; anybody may send one, so it is believed only from our proxies.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: string[],
): string {
  if (forwardedFor === undefined || trustedProxies.length === 0) return plainAddress(socketAddress ?? "");
  const hops = [...(forwardedFor ?? "").split(",").map((hop) => hop.trim()), plainAddress(socketAddress ?? "")];
  const known = hops.filter((hop) => hop !== "").toReversed();
  return known.find((hop) => !trustedProxies.includes(hop)) ?? known.at(-1) ?? "";
}

/** IPv4 over an IPv6 socket reads `::ffff:127.0.0.1`. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}
