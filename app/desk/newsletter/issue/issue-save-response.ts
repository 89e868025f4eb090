/** The answer to an autosave request. */
export type IssueSaveResponse = {
  /** The error message; null if everything was saved. */
  why: string | null;
  /** The issue's version that this window's text is now based on. */
  version: number;
  /** Differs from `version` if another editor has changed the issue. */
  newest: number;
  /** When the issue was last changed, in milliseconds; the preview's version. */
  seenAt: number;
  savedAt: number;
  /** The saved notes. */
  notes: { itemId: number; was: string }[];
};

export function isIssueSaveResponse(answer: unknown): answer is IssueSaveResponse {
  if (typeof answer !== "object" || answer === null) return false;
  const facts = new Map<string, unknown>(Object.entries(answer));
  const why = facts.get("why");
  return (
    (why === null || typeof why === "string") &&
    ["version", "newest", "seenAt", "savedAt"].every((name) => Number.isSafeInteger(facts.get(name))) &&
    Array.isArray(facts.get("notes"))
  );
}
