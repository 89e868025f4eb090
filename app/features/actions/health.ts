/** How something that the site needs answers. "off": it is not set up, and that is fine. */
export type Answer = "fine" | "failing" | "off";

export type HealthLine = {
  name: string;
  answer: Answer;
  said: string;
  /** How long it took to answer; null where nobody was asked. */
  ms: number | null;
};

export type HealthReport = {
  lines: HealthLine[];
  facts: { name: string; value: string }[];
  askedAt: string;
  askedLabel: string;
};

export const ANSWER_WORDS: Record<Answer, string> = { fine: "Fine", failing: "Fails", off: "Not set up" };
export const ANSWER_TONES: Record<Answer, string> = { fine: "badge-ivy", failing: "badge-flag", off: "" };
