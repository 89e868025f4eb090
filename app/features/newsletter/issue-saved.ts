/** What the page's script hears of a save. */
export type IssueSaved = {
  /** Why not everything was kept, in words; null when it was. */
  why: string | null;
  /** Which version of the issue this window's words are now. */
  version: number;
  /** Another than `version` when somebody else has changed the issue. */
  newest: number;
  /** When the issue was last changed, in milliseconds: what its preview shows. */
  seenAt: number;
  savedAt: number;
  /** The notes that were kept, as they are kept. */
  notes: { itemId: number; was: string }[];
};

export function isIssueSaved(answer: unknown): answer is IssueSaved {
  if (typeof answer !== "object" || answer === null) return false;
  const facts = new Map<string, unknown>(Object.entries(answer));
  const why = facts.get("why");
  return (
    (why === null || typeof why === "string") &&
    ["version", "newest", "seenAt", "savedAt"].every((name) => Number.isSafeInteger(facts.get(name))) &&
    Array.isArray(facts.get("notes"))
  );
}
