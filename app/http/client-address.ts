import type { IncomingHttpHeaders } from "node:http";

import type { Env } from "#app/platform/env.server.ts";

type Received = { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders };

/**
 * The visitor's IP address: the socket's, or behind trusted proxies the last address that isn't one of them. Anyone can send
 * the header, so it is read only from trusted proxies, and only the one that they write.
 */
export function addressOf(request: Received, env: Pick<Env, "trustedProxies" | "proxyHeader">): string {
  const { trustedProxies, proxyHeader } = env;
  const socketAddress = withoutIpv6Prefix(request.socket.remoteAddress ?? "");
  const header = request.headers[proxyHeader];
  if (header === undefined || trustedProxies.length === 0) return socketAddress;
  const entries = (Array.isArray(header) ? header.join(",") : header).split(",");
  const addresses = entries
    .map((entry) => (proxyHeader === "forwarded" ? forwardedFor(entry) : entry))
    .map(withoutPort);
  const hops = [...addresses, socketAddress].filter((hop) => hop !== "").toReversed();
  return hops.find((hop) => !trustedProxies.includes(hop)) ?? hops.at(-1) ?? "";
}

/** The `for` of one element of a Forwarded header (RFC 7239); empty without one. */
function forwardedFor(element: string): string {
  for (const pair of element.split(";")) {
    const [name = "", ...value] = pair.split("=");
    if (name.trim().toLowerCase() === "for") return value.join("=").trim().replaceAll('"', "");
  }
  return "";
}

/** Some balancers write the visitor's port as well, which differs with every connection: `1.2.3.4:5678`, `[::1]:5678`. */
function withoutPort(entry: string): string {
  const address = entry.trim();
  const bracketed = /^\[([^\]]*)\]/.exec(address)?.[1];
  if (bracketed !== undefined) return withoutIpv6Prefix(bracketed);
  return withoutIpv6Prefix(address.split(":").length === 2 ? address.slice(0, address.indexOf(":")) : address);
}

/** IPv4 over an IPv6 socket reads `::ffff:127.0.0.1`. */
function withoutIpv6Prefix(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}
