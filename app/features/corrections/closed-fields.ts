/** The fields of the form that reports a place closed, as they stand in it. */
export type TypedClosed = Record<"closure" | "other" | "basis" | "note", string>;

/** What is wrong, by field. */
export type ClosedProblems = Partial<Record<keyof TypedClosed, string>>;
