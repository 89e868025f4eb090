import { embeddedPlaces } from "#app/features/guides/guide-body.ts";
import { movedTo } from "#app/ui/row-order.ts";

/** A text with one of its places somewhere else among them: the lines for places stay where they are, and the others move up. */
export function movePlace(body: string, { from, to }: { from: number; to: number }): string {
  const order = movedTo(embeddedPlaces(body), from, to);
  let index = 0;
  return body.replaceAll(/^::place\{[a-z0-9-]{1,80}\}(?=[ \t]*$)/gm, () => `::place{${order[index++] ?? ""}}`);
}

export function withoutPlace(body: string, slug: string): string {
  return body.replaceAll(new RegExp(`^::place\\{${slug}\\}[ \\t]*$\\n?`, "gm"), "").replaceAll(/\n{3,}/g, "\n\n");
}

/** A text with a place at its end, for whoever writes without the editor. */
export function withPlace(body: string, slug: string): string {
  return `${body.trimEnd()}\n\n::place{${slug}}\n`.trimStart();
}
