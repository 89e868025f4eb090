import {
  CORRECTABLE_FIELDS,
  type CorrectableField,
  REPORTED_CLOSURES,
  type ReportedClosure,
} from "#app/db/schema/corrections.ts";
import type { Decision } from "#app/db/schema/moderation.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { type Pin, parsePin, type PinFormValues } from "../suggest/pin.ts";

/** The database's limit. */
const DESCRIPTION_CHARACTERS_MAX = 2_000;

/** The fields of an editor's decision besides approve or reject. */
export type DecisionFields = {
  seen: string;
  applied: CorrectableField[];
  /** Null to leave it unchanged. */
  description: string | null;
  /** Null if not chosen or not needed. */
  pin: Pin | null;
  /** Null if missing or invalid. */
  closure: ReportedClosure | null;
  successorSlug: string | null;
};

/** The submitted values of a refused form, to render it again. */
export type DecisionInput = {
  applied: CorrectableField[];
  description: string;
  pin: PinFormValues;
  closure: string;
  successor: string;
};

export function readDecisionInput(form: FormFields): DecisionInput {
  return {
    applied: CORRECTABLE_FIELDS.filter((field) => form.text(`apply-${field}`) === "yes"),
    description: form.text("description"),
    pin: { pin: form.text("pin"), lat: form.text("lat"), lng: form.text("lng") },
    closure: form.text("closure"),
    successor: form.text("successor"),
  };
}

/** @returns The fields, or an error message. A rejection applies none of them, so they needn't be valid for it. */
export function parseDecisionFields(form: FormFields, decision: Decision): DecisionFields | string {
  const { applied, ...input } = readDecisionInput(form);
  const isApproved = decision === "approved";
  const description = normalizeText(input.description);
  const count = characterCount(description);
  if (isApproved && count > DESCRIPTION_CHARACTERS_MAX) {
    return `A description can have at most ${DESCRIPTION_CHARACTERS_MAX.toLocaleString("en-US")} characters. This one has ${count.toLocaleString("en-US")}.`;
  }
  const pin = parsePin(input.pin);
  if (isApproved && pin === "outside" && applied.includes("address")) {
    return "The pin needs a latitude from 38.78 to 39.01 and a longitude from -77.13 to -76.9.";
  }
  const successor = input.successor.trim();
  return {
    seen: form.text("seen"),
    applied,
    description: description === "" ? null : description,
    pin: pin === "outside" ? null : pin,
    closure: REPORTED_CLOSURES.find((value) => value === input.closure) ?? null,
    successorSlug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(successor) ? successor : null,
  };
}
