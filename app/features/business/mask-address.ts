/** "ma…@example.com": enough to know one's own by. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, Math.min(2, at))}…${address.slice(at)}`;
}
