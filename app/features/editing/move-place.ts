import { embeddedPlaces } from "#app/features/guides/guide-body.ts";
import { movedTo } from "#app/ui/row-order.ts";

/** A text with one of its places somewhere else among them: the lines for places stay where they are, and the others move up. */
export function movePlace(body: string, { from, to }: { from: number; to: number }): string {
  const order = movedTo(embeddedPlaces(body), from, to);
  let index = 0;
  return body.replaceAll(/^::place\{[a-z0-9-]{1,80}\}(?=[ \t]*$)/gm, () => `::place{${order[index++] ?? ""}}`);
}
