/** Cards that nobody has. They are chosen, not typed: so nobody gives a real one away. */
export const SANDBOX_CARDS = [
  { id: "works", number: "4242 4242 4242 4242", says: "Every payment goes through" },
  { id: "asks", number: "4000 0025 0000 3155", says: "The bank asks to confirm the first payment" },
  { id: "declined", number: "4000 0000 0000 0002", says: "The bank declines" },
  { id: "fails-later", number: "4000 0000 0000 0341", says: "The first payment goes through, later ones fail" },
] as const;

export type SandboxCard = (typeof SANDBOX_CARDS)[number]["id"];

export function isSandboxCard(text: string): text is SandboxCard {
  return SANDBOX_CARDS.some(({ id }) => id === text);
}

/** Whether a card pays what comes due once it is on file. */
export function paysLater(card: string | null): boolean {
  return card === "works" || card === "asks";
}
