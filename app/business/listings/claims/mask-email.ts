/** "ma…@example.com": enough to recognize your own address. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, Math.min(2, at))}…${address.slice(at)}`;
}
