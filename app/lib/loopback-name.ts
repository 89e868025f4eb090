import { isIP } from "node:net";

/** Whether a host's name is this machine's own, and no network's. */
export function isLoopbackName(name: string): boolean {
  const plain = name.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (plain === "localhost" || plain === "::1") return true;
  return isIP(plain) === 4 && plain.startsWith("127.");
}
