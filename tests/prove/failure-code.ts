/** Identifies a failed statement: the error code of the database or the network, from the error or its cause. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause === undefined ? error.message.split("\n", 1).join("") : failureCode(error.cause);
}
