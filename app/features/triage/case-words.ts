import type { CaseKind } from "#app/db/schema/moderation.ts";
import { CLOSURES } from "#app/features/corrections/correction-words.ts";
import { photoReasonWords } from "#app/features/gallery/photo-report-reasons.ts";
import { postReasonWords } from "#app/features/questions/place-question.ts";
import { caseReasonWords } from "#app/features/reviews/case-reasons.ts";

/** Why a case is open, in words; empty where its kind says it all. */
export function reasonWords(kind: CaseKind, code: string): string {
  switch (kind) {
    case "held-review":
    case "reported-review":
      return caseReasonWords(code);
    case "held-question":
    case "reported-question":
      return postReasonWords(code);
    case "reported-photo":
      return photoReasonWords(code);
    case "reported-closed":
      return CLOSURES.find(({ value }) => value === code)?.label ?? "";
    default:
      return "";
  }
}

/** Who reads what an editor decides. */
export const READERS: Record<CaseKind, string> = {
  "held-review": "the author",
  "reported-review": "the author",
  "held-question": "the author",
  "reported-question": "the author",
  "reported-photo": "the business",
  "suggested-edit": "the reporter",
  "reported-closed": "the reporters",
  "owner-edit": "the owner",
  claim: "whoever claims it",
  submission: "whoever submitted it",
  campaign: "the business",
};

/** What a decision is about, after a verb: "Approve the review of Tryst by Mia". */
export function subjectWords(kind: CaseKind, name: string, author: string | null = null): string {
  const by = author === null ? "" : ` by ${author}`;
  const words: Record<CaseKind, string> = {
    "held-review": `the review of ${name}${by}`,
    "reported-review": `the review of ${name}${by}`,
    "held-question": `the question or answer about ${name}${by}`,
    "reported-question": `the question or answer about ${name}${by}`,
    "reported-photo": `the photo of ${name}`,
    "suggested-edit": `the edit of ${name}`,
    "reported-closed": `the report about ${name}`,
    "owner-edit": `the changes of ${name}`,
    claim: `the claim to ${name}`,
    submission: `the submission of ${name}`,
    campaign: `the campaign for ${name}`,
  };
  return words[kind];
}

/** The heading of a case, before the name of its place. */
export const HEADINGS: Record<CaseKind, string> = {
  "held-review": "Held review of",
  "reported-review": "Reported review of",
  "held-question": "Held question or answer about",
  "reported-question": "Reported question or answer about",
  "reported-photo": "Reported photo of",
  "suggested-edit": "Suggested edit of",
  "reported-closed": "Report about",
  "owner-edit": "Changes by the business of",
  claim: "Claim to",
  submission: "Submission of",
  campaign: "Campaign for",
};

/** What is done by approving and rejecting, where that isn't plain. */
export const EFFECTS: Record<CaseKind, string> = {
  "held-review": "Approved, it is published and its stars count. Rejected, nobody sees it.",
  "reported-review": "Approved, it stays. Rejected, it is taken away and its stars no longer count.",
  "held-question": "Approved, everybody sees it. Rejected, its author alone.",
  "reported-question": "Approved, it stays. Rejected, its author alone sees it.",
  "reported-photo": "Approved, it stays. Rejected, nobody sees it from now on.",
  "suggested-edit": "Approved, what is ticked becomes the place’s facts. Rejected, nothing changes.",
  "reported-closed": "Approved, the place is marked as chosen above. Rejected, a mark by reports alone goes.",
  "owner-edit": "Approved, what is ticked becomes the place’s facts. Rejected, nothing changes.",
  claim: "Approved, they run its page. Rejected, they can claim it again.",
  submission: "Approved, it is published as it was sent. Rejected, it is not taken over.",
  campaign: "Approved, it runs from its first day on. Rejected, all of the money goes back.",
};

/** Which of the two a case of their kinds is about: "Held question", "Reported answer". */
export function postWords({ kind, post }: { kind: CaseKind; post: { kind: "question" | "answer" } }): string {
  return `${kind === "held-question" ? "Held" : "Reported"} ${post.kind}`;
}
