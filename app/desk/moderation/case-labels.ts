import type { CaseKind } from "#app/db/schema/moderation.ts";
import { CLOSURE_OPTIONS } from "#app/business/corrections/correction-labels.ts";
import { photoReasonLabel } from "#app/guide/photos/place/review/photo-report-reasons.ts";
import { postReasonLabel } from "#app/people/place-questions/place-question.ts";
import { reviewCaseReasonLabel } from "#app/people/reviews/review/case-reasons.ts";

/** The label of the reason for which a case was opened; empty if the kind of case already says it. */
export function caseReasonLabel(kind: CaseKind, code: string): string {
  switch (kind) {
    case "held-review":
    case "reported-review":
      return reviewCaseReasonLabel(code);
    case "held-question":
    case "reported-question":
      return postReasonLabel(code);
    case "reported-photo":
      return photoReasonLabel(code);
    case "reported-closed":
      return CLOSURE_OPTIONS.find(({ value }) => value === code)?.label ?? "";
    default:
      return "";
  }
}

/** Who is notified of the decision. */
export const DECISION_RECIPIENTS: Record<CaseKind, string> = {
  "held-review": "the author",
  "reported-review": "the author",
  "held-question": "the author",
  "reported-question": "the author",
  "reported-photo": "the business",
  "suggested-edit": "the reporter",
  "reported-closed": "the reporters",
  "owner-edit": "the owner",
  claim: "the claimant",
  submission: "the submitter",
  campaign: "the business",
};

/** The subject of a decision, to follow a verb: "Approve the review of Tryst by Mia". */
export function formatCaseSubject(kind: CaseKind, name: string, author: string | null = null): string {
  const by = author === null ? "" : ` by ${author}`;
  const subjects: Record<CaseKind, string> = {
    "held-review": `the review of ${name}${by}`,
    "reported-review": `the review of ${name}${by}`,
    "held-question": `the question or answer about ${name}${by}`,
    "reported-question": `the question or answer about ${name}${by}`,
    "reported-photo": `the photo of ${name}`,
    "suggested-edit": `the edit to ${name}`,
    "reported-closed": `the report about ${name}`,
    "owner-edit": `the changes to ${name}`,
    claim: `the claim to ${name}`,
    submission: `the submission of ${name}`,
    campaign: `the campaign for ${name}`,
  };
  return subjects[kind];
}

/** The heading of a case, to precede the name of its place. */
export const CASE_HEADINGS: Record<CaseKind, string> = {
  "held-review": "Held review of",
  "reported-review": "Reported review of",
  "held-question": "Held question or answer about",
  "reported-question": "Reported question or answer about",
  "reported-photo": "Reported photo of",
  "suggested-edit": "Suggested edit to",
  "reported-closed": "Closure report for",
  "owner-edit": "Owner’s edit to",
  claim: "Claim for",
  submission: "Submission of",
  campaign: "Campaign for",
};

/** What approving and rejecting do. */
export const DECISION_EFFECTS: Record<CaseKind, string> = {
  "held-review": "Approve to publish it and count its stars. Reject to keep it hidden.",
  "reported-review": "Approve to keep it. Reject to remove it and its stars.",
  "held-question": "Approve to publish it. Reject to show it only to its author.",
  "reported-question": "Approve to keep it. Reject to show it only to its author.",
  "reported-photo": "Approve to keep it. Reject to hide it.",
  "suggested-edit": "Approve to update the listing with the selected changes. Reject to change nothing.",
  "reported-closed": "Approve to set the status chosen above. Reject to clear a “reported closed” notice.",
  "owner-edit": "Approve to update the listing with the selected changes. Reject to change nothing.",
  claim: "Approve to let them manage the listing. If rejected, they can claim it again.",
  submission: "Approve to publish it as submitted. Reject to leave it unlisted.",
  campaign: "Approve to run it from its first day. Reject to refund it in full.",
};

/** The kind of a case about a question or answer: "Held question", "Reported answer". */
export function postCaseLabel({ kind, post }: { kind: CaseKind; post: { kind: "question" | "answer" } }): string {
  return `${kind === "held-question" ? "Held" : "Reported"} ${post.kind}`;
}
