/** The result of a health check. "off": not set up, which is fine. */
export type Answer = "fine" | "failing" | "off";

export type HealthLine = {
  name: string;
  answer: Answer;
  said: string;
  /** How long the check took; null when nothing was checked. */
  ms: number | null;
};

export type HealthReport = {
  lines: HealthLine[];
  facts: { name: string; value: string }[];
  askedAt: string;
  askedLabel: string;
};

export const ANSWER_WORDS: Record<Answer, string> = { fine: "OK", failing: "Failed", off: "Not set up" };
export const ANSWER_TONES: Record<Answer, string> = { fine: "badge-ivy", failing: "badge-flag", off: "" };
