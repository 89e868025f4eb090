import type { IncomingMessage } from "node:http";

import type { Env } from "#app/platform/env.server.ts";

/** The IP address that a request comes from. */
export function addressOf(request: IncomingMessage, env: Env): string {
  const header = request.headers["x-forwarded-for"];
  const forwarded = Array.isArray(header) ? header.join(",") : header;
  return clientAddress(request.socket.remoteAddress, forwarded, env.trustedProxies);
}

/**
 * The visitor's IP address: the socket's, or behind trusted proxies the last address that isn't one of them.
 *
 * @param forwardedFor The X-Forwarded-For header. Anyone can send one, so it is used only from trusted proxies.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: string[],
): string {
  if (forwardedFor === undefined || trustedProxies.length === 0) return withoutIpv6Prefix(socketAddress ?? "");
  const hops = [...forwardedFor.split(",").map((hop) => hop.trim()), withoutIpv6Prefix(socketAddress ?? "")];
  const candidates = hops.filter((hop) => hop !== "").toReversed();
  return candidates.find((hop) => !trustedProxies.includes(hop)) ?? candidates.at(-1) ?? "";
}

/** IPv4 over an IPv6 socket reads `::ffff:127.0.0.1`. */
function withoutIpv6Prefix(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}
