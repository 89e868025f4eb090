import { embeddedPlaces, hasMembersLine, openingOf } from "#app/features/guides/guide-body.ts";
import { movedTo } from "#app/ui/row-order.ts";

/** A text with one of its places somewhere else among them: the lines for places stay where they are, and the others move up. */
export function movePlace(body: string, { from, to }: { from: number; to: number }): string {
  const order = movedTo(embeddedPlaces(body), from, to);
  let index = 0;
  return body.replaceAll(/^::place\{[a-z0-9-]{1,80}\}(?=[ \t]*$)/gm, () => `::place{${order[index++] ?? ""}}`);
}

/** Whether a place that everybody read of would be members' alone after a change of the order, or the other way round. */
export function crossesMembersLine(before: string, after: string): boolean {
  if (!hasMembersLine(before)) return false;
  const open = new Set(embeddedPlaces(openingOf(before)));
  return embeddedPlaces(openingOf(after)).some((slug) => !open.has(slug));
}
