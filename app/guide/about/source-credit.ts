import type { sources } from "#app/db/schema/places.ts";

/** A source as the About page credits it. */
export type SourceCredit = typeof sources.$inferSelect;

const BASIS_LABELS = {
  stated: ", stated by the publisher",
  inferred: ", inferred, not confirmed",
  own: "",
} as const satisfies Record<SourceCredit["licenseBasis"], string>;

/** "CC BY 4.0, stated by the publisher". Facts that we took from others' articles aren't our own work. */
export function formatLicense(source: Pick<SourceCredit, "license" | "licenseBasis">): string {
  if (source.licenseBasis === "own" && source.license === "none needed") return "Our own work";
  const license = source.license.replace(/^[a-z]/, (first) => first.toUpperCase());
  return `${license}${BASIS_LABELS[source.licenseBasis]}`;
}
