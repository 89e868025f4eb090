/** A hundred payment ids of the provider's maximum length. */
const SEEN_CHARACTERS_MAX = 100 * 201;

/** Serializes the payments that a page shows, for its form. */
export function formatSeenPayments(payments: readonly { id: string }[]): string {
  return payments.map(({ id }) => id).join(",");
}

export function parseSeenPayments(text: string): string[] {
  return text
    .slice(0, SEEN_CHARACTERS_MAX)
    .split(",")
    .filter((id) => id !== "");
}

/** "one", "one and two", "one, two and three" */
export function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}
