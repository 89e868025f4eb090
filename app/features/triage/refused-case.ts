import type { KeptDecision } from "#app/features/corrections/decision-form.ts";

/** A case's form as it was sent, to stand in it again; `why` null: nothing was wrong, a template was filled in. */
export type RefusedCase = {
  why: string | null;
  code: string;
  message: string;
  template: string;
  kept: KeptDecision;
  duplicate: string;
};
