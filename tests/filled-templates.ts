/** Set by `tests/run.ts`, whose test steps share one server. */
export const TEMPLATES_FILLED = "TEST_TEMPLATES_FILLED";

/** Whether an earlier step of this run has filled the template databases on `TEST_DATABASE_URL`. */
export function areTemplatesFilled(): boolean {
  return process.env[TEMPLATES_FILLED] === "1";
}
