import { embeddedPlaces, hasMembersLine, openingOf } from "#app/features/guides/guide-body.ts";

/** A place's line and the words below it, up to the next place, heading or line for members; or what belongs to none. */
type Part = { slug: string | null; lines: string[] };

/**
 * A text with one of its places somewhere else among them. What is written below it goes along; headings stay, and so does
 * what stands above the first place.
 */
export function movePlace(body: string, { from, to }: { from: number; to: number }): string {
  const parts = partsOf(body);
  const places = parts.filter(({ slug }) => slug !== null);
  const [moved, target] = [places[from], places[Math.min(to, places.length - 1)]];
  if (moved === undefined || target === undefined || moved === target) return body;
  const others = parts.filter((part) => part !== moved);
  const at = others.indexOf(target) + (to > from ? 1 : 0);
  return others
    .toSpliced(at, 0, moved)
    .map(({ lines }) => lines.join("\n").replaceAll(/^\n+|\s+$/g, ""))
    .filter((text) => text !== "")
    .join("\n\n");
}

function partsOf(body: string): Part[] {
  const parts: Part[] = [{ slug: null, lines: [] }];
  let fence: string | null = null;
  for (const line of body.split("\n")) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && (fence === null || mark.trim().startsWith(fence)))
      fence = fence === null ? mark.trim() : null;
    const [slug = null] = embeddedPlaces(line);
    const beginsOther = fence === null && /^(?:#{1,6}(?:[ \t]|$)|::members[ \t]*$)/.test(line);
    if (slug !== null || beginsOther) parts.push({ slug, lines: [] });
    parts.at(-1)?.lines.push(line);
  }
  return parts;
}

export const ACROSS_THE_LINE =
  "That would take a place across the line for members. Move the place or the line in the text.";

/** Whether a place that everybody read of would be members' alone after a change of the order, or the other way round. */
export function crossesMembersLine(before: string, after: string): boolean {
  if (!hasMembersLine(before)) return false;
  const open = new Set(embeddedPlaces(openingOf(before)));
  return (
    embeddedPlaces(openingOf(after)).some((slug) => !open.has(slug)) ||
    embeddedPlaces(openingOf(after)).length !== open.size
  );
}
