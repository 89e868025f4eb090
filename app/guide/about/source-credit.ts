import type { sources } from "#app/db/schema/places.ts";

/** A source as the About page credits it. */
export type SourceCredit = typeof sources.$inferSelect;

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
