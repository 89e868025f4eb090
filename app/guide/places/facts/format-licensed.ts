import { type Licensed, LICENSED_LABELS, LICENSED_USES } from "../place.ts";

/** "Licensed for a summer garden and dancing; up to 120 people." Null if the license says neither. */
export function formatLicensed({ uses, capacity }: Licensed, { type }: { type: string }): string | null {
  const labels = LICENSED_USES.filter((use) => uses.includes(use)).map((use) => LICENSED_LABELS[use]);
  const people =
    capacity === null
      ? null
      : `up to ${capacity.toLocaleString("en-US")} ${type === "Child care" ? "children" : "people"}`;
  if (labels.length === 0) return people === null ? null : `Licensed for ${people}.`;
  return `Licensed for ${LIST.format(labels)}${people === null ? "" : `; ${people}`}.`;
}

const LIST = new Intl.ListFormat("en-US", { type: "conjunction" });
