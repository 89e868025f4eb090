/** The values of the form that reports a place closed. */
export type ClosedFormValues = Record<"closure" | "other" | "basis" | "note", string>;

/** Errors by field. */
export type ClosedFormErrors = Partial<Record<keyof ClosedFormValues, string>>;
