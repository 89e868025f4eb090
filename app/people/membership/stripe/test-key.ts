/** Whether a Stripe key, secret or restricted, is for test mode, where no money moves. */
export function isTestKey(secretKey: string): boolean {
  return /^[rs]k_test_/.test(secretKey);
}
