import type { DecisionInput } from "#app/business/corrections/review/decision-form.ts";

/** A case's submitted form, to render it again. `why` is null if there was no error and a template was filled in. */
export type CaseFormError = {
  why: string | null;
  code: string;
  message: string;
  template: string;
  decisionInput: DecisionInput;
  duplicate: string;
};
