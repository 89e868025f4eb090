import type { SandboxCard } from "#app/db/columns/sandbox-columns.ts";

/** Test cards. They are chosen, not typed, so that nobody enters a real card. */
export const SANDBOX_CARDS = [
  { id: "works", number: "4242 4242 4242 4242", description: "Every payment goes through" },
  { id: "asks", number: "4000 0025 0000 3155", description: "The bank asks to confirm the first payment" },
  { id: "declined", number: "4000 0000 0000 0002", description: "The bank declines" },
  { id: "fails-later", number: "4000 0000 0000 0341", description: "The first payment goes through, later ones fail" },
] as const satisfies { id: SandboxCard; number: string; description: string }[];

export function isSandboxCard(text: string): text is SandboxCard {
  return SANDBOX_CARDS.some(({ id }) => id === text);
}

/** Whether later payments with this card on file succeed. */
export function canPayLater(card: string | null): boolean {
  return card === "works" || card === "asks";
}
