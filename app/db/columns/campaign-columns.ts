export type CampaignState = "draft" | "waiting" | "running" | "paused" | "ended" | "rejected";

/**
 * `place`: closed, or without an owner. `undecided`: its days passed before a decision. `stopped`: by an editor.
 * `disputed`: at the payer's bank. `provider`: paid in test mode, which is over.
 */
export type CampaignEndReason =
  | "over"
  | "spent"
  | "owner"
  | "place"
  | "rejected"
  | "undecided"
  | "stopped"
  | "disputed"
  | "provider";

export type BudgetPeriod = "day" | "month";
