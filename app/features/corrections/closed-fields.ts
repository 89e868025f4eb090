/** The values of the form that reports a place closed. */
export type TypedClosed = Record<"closure" | "other" | "basis" | "note", string>;

/** Errors by field. */
export type ClosedProblems = Partial<Record<keyof TypedClosed, string>>;
