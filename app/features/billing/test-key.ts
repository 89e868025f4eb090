/** Whether a key of Stripe's is one of its test mode, in which no money moves: secret or restricted. */
export function isTestKey(secretKey: string): boolean {
  return /^[rs]k_test_/.test(secretKey);
}
