import { isIP } from "node:net";

/** Whether a host name means this machine. */
export function isLoopbackHost(name: string): boolean {
  const host = name.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
