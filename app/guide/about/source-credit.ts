/** A source as the About page credits it. */
export type SourceCredit = {
  id: string;
  title: string;
  publisher: string;
  license: string;
  /** stated: in the publisher's own text. inferred: not confirmed. own: our own work. */
  licenseBasis: "stated" | "inferred" | "own";
  credit: string;
  /** `2025-02-28`, `2016-08`, `2018`, or empty. */
  vintage: string;
  note: string;
};

const BASIS_LABELS = {
  stated: "stated by the publisher",
  inferred: "inferred, not confirmed",
  own: "Our own work",
} as const satisfies Record<SourceCredit["licenseBasis"], string>;

/** "CC BY 4.0, stated by the publisher" */
export function formatLicense(source: Pick<SourceCredit, "license" | "licenseBasis">): string {
  if (source.licenseBasis === "own") return BASIS_LABELS.own;
  return `${source.license}, ${BASIS_LABELS[source.licenseBasis]}`;
}
