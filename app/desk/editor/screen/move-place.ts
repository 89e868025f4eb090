import { placeSlugsInText, hasMembersLine, publicOpening } from "#app/guide/guides/page/guide-body.ts";

/** A place's line with the text below it, up to the next place, heading or members line. `slug` is null for other text. */
type Part = { slug: string | null; lines: string[] };

/**
 * Moves one of a text's places to another position among them, with the text below it. Headings and the text above the first
 * place stay.
 */
export function movePlace(body: string, { from, to }: { from: number; to: number }): string {
  const parts = splitBody(body);
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

function splitBody(body: string): Part[] {
  const parts: Part[] = [{ slug: null, lines: [] }];
  let fence: string | null = null;
  for (const line of body.split("\n")) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && (fence === null || mark.trim().startsWith(fence)))
      fence = fence === null ? mark.trim() : null;
    const [slug = null] = placeSlugsInText(line);
    const beginsOther = fence === null && /^(?:#{1,6}(?:[ \t]|$)|::members[ \t]*$)/.test(line);
    if (slug !== null || beginsOther) parts.push({ slug, lines: [] });
    parts.at(-1)?.lines.push(line);
  }
  return parts;
}

export const CROSSES_MEMBERS_LINE_MESSAGE =
  "That would move a place across the members line. Move the place or the line in the text instead.";

/** Whether a change moves a place from the public part to the members' part, or back. */
export function crossesMembersLine(before: string, after: string): boolean {
  if (!hasMembersLine(before)) return false;
  const open = new Set(placeSlugsInText(publicOpening(before)));
  return (
    placeSlugsInText(publicOpening(after)).some((slug) => !open.has(slug)) ||
    placeSlugsInText(publicOpening(after)).length !== open.size
  );
}
