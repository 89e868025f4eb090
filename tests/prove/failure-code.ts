/** What a failed statement is known by: the code of the database or of the network, of the error or of what caused it. */
export function codeOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause === undefined ? error.message.split("\n", 1).join("") : codeOfFailure(error.cause);
}
