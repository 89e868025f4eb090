import {
  CORRECTED_FIELDS,
  type CorrectedField,
  REPORTED_CLOSURES,
  type ReportedClosure,
} from "#app/db/schema/corrections.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";

/** What the database takes. */
const DESCRIPTION_CHARACTERS_MAX = 2_000;

/** What an editor decides beside approving or rejecting. */
export type DecisionFields = {
  seen: string;
  applied: CorrectedField[];
  /** Null: as before. */
  description: string | null;
  keepsPosition: boolean;
  /** Null: none of those that there are. */
  closure: ReportedClosure | null;
  successorSlug: string | null;
};

/** What stood in a form that was refused, to stand in it again. */
export type KeptDecision = {
  applied: CorrectedField[];
  description: string;
  keepsPosition: boolean;
  closure: string;
  successor: string;
};

export function keptDecision(form: SentForm): KeptDecision {
  return {
    applied: CORRECTED_FIELDS.filter((field) => form.text(`apply-${field}`) === "yes"),
    description: form.text("description"),
    keepsPosition: form.text("keepsPosition") === "yes",
    closure: form.text("closure"),
    successor: form.text("successor"),
  };
}

/** @returns The fields, or in words why they can't be taken. */
export function readDecisionFields(form: SentForm): DecisionFields | string {
  const description = plainText(form.text("description"));
  const count = characterCount(description);
  if (count > DESCRIPTION_CHARACTERS_MAX) {
    return `A description has at most 2,000 characters; this has ${count.toLocaleString("en-US")}.`;
  }
  const successor = form.text("successor").trim();
  return {
    seen: form.text("seen"),
    applied: CORRECTED_FIELDS.filter((field) => form.text(`apply-${field}`) === "yes"),
    description: description === "" ? null : description,
    keepsPosition: form.text("keepsPosition") === "yes",
    closure: REPORTED_CLOSURES.find((known) => known === form.text("closure")) ?? null,
    successorSlug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(successor) ? successor : null,
  };
}
