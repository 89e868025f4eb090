import { diffArrays } from "diff";

import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";

import type { GuideFields } from "./local-copy.ts";
import { normalizedValue } from "./local-copy.ts";

/** Which text wins where both changed the same: one of them, or both after each other, which only paragraphs can. */
export type Preference = "mine" | "theirs" | "both";

type Versions = { base: GuideFields; theirs: GuideFields; mine: GuideFields };

/** `conflicts`: the names of fields that both changed, each in another way. */
export type MergedGuide = { fields: GuideFields; conflicts: string[] };

/**
 * Merges two changes of one guide: field by field, and the text paragraph by paragraph. Pure, since the browser does it while
 * the editor types on.
 */
export function mergeGuides({ base, theirs, mine }: Versions, preference: Preference = "mine"): MergedGuide {
  const fields: GuideFields = {};
  const conflicts: string[] = [];
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, other, own] = [base[name] ?? "", theirs[name] ?? "", mine[name] ?? ""];
    const isSame = (a: string, b: string) => normalizedValue(name, a) === normalizedValue(name, b);
    const isBoth = !isSame(was, other) && !isSame(was, own) && !isSame(other, own);
    if (isBoth && name === "body") {
      const merged = mergeTexts({ base: was, theirs: other, mine: own }, preference);
      fields[name] = merged.text;
      if (merged.isConflict) conflicts.push(name);
      continue;
    }
    if (isBoth) conflicts.push(name);
    const value = isBoth ? (preference === "theirs" ? other : own) : isSame(was, own) ? other : own;
    // An empty checkbox isn't sent, so its name is left out too.
    if (value !== "" || name in (value === own ? mine : theirs)) fields[name] = value;
  }
  return { fields, conflicts };
}

type Texts = { base: string; theirs: string; mine: string };

function mergeTexts(texts: Texts, preference: Preference): { text: string; isConflict: boolean } {
  const [base, theirs, mine] = [blocksOf(texts.base), blocksOf(texts.theirs), blocksOf(texts.mine)];
  const merged = mergeBlocks({ base, theirs, mine }, preference);
  const text = merged.blocks.join("\n\n");
  if (!hasTwice(text) || hasTwice(texts.theirs) || hasTwice(texts.mine)) return { text, isConflict: merged.isConflict };
  // Each has added the same place, or a members line, somewhere else.
  return { text: preference === "theirs" ? texts.theirs : texts.mine, isConflict: true };
}

function blocksOf(text: string): string[] {
  const whole = text.replaceAll(/\r\n?/g, "\n").trim();
  return whole === "" ? [] : whole.split(/\n(?:[ \t]*\n)+/);
}

/** Whether a place or the members line, which a guide has once, is in the text twice. */
function hasTwice(text: string): boolean {
  const places = placeSlugsInText(text);
  return new Set(places).size < places.length || (text.match(/^::members[ \t]*$/gm) ?? []).length > 1;
}

/** Replaces blocks `from` to `to` of the base. An insertion replaces none. */
type Change = { from: number; to: number; blocks: string[]; side: "theirs" | "mine" };

function mergeBlocks(
  { base, theirs, mine }: Record<keyof Texts, string[]>,
  preference: Preference,
): { blocks: string[]; isConflict: boolean } {
  const blocks: string[] = [];
  let isConflict = false;
  let at = 0;
  for (const group of groupOverlapping([...changesOf(base, theirs, "theirs"), ...changesOf(base, mine, "mine")])) {
    const [from, to] = [Math.min(...group.map((each) => each.from)), Math.max(...group.map((each) => each.to))];
    const versionOf = (side: Change["side"]) =>
      applied(base, { from, to, changes: group.filter((each) => each.side === side) });
    const [other, own] = [versionOf("theirs"), versionOf("mine")];
    const sides = new Set(group.map(({ side }) => side));
    const isDecided = sides.size === 1 || isSameList(other, own);
    isConflict ||= !isDecided;
    blocks.push(...base.slice(at, from));
    if (isDecided) blocks.push(...(sides.has("mine") ? own : other));
    else blocks.push(...(preference === "mine" ? [] : other), ...(preference === "theirs" ? [] : own));
    at = to;
  }
  return { blocks: [...blocks, ...base.slice(at)], isConflict };
}

/** In order, those that change the same blocks together. Both may insert at one position, theirs first. */
function groupOverlapping(changes: readonly Change[]): Change[][] {
  const ordered = changes.toSorted((a, b) => a.from - b.from || a.to - b.to || (a.side < b.side ? 1 : -1));
  const groups: Change[][] = [];
  let end = 0;
  for (const change of ordered) {
    const last = groups.at(-1);
    const isRepeated = last?.some(
      ({ from, to, blocks }) => from === change.from && to === change.to && isSameList(blocks, change.blocks),
    );
    if (last !== undefined && (change.from < end || isRepeated === true)) last.push(change);
    else groups.push([change]);
    end = Math.max(end, change.to);
  }
  return groups;
}

function changesOf(base: string[], next: string[], side: Change["side"]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: Change | null = null;
  for (const { added, removed, value } of diffArrays(base, next)) {
    if (!added && !removed) {
      open = null;
      at += value.length;
      continue;
    }
    if (open === null) changes.push((open = { from: at, to: at, blocks: [], side }));
    if (added) open.blocks.push(...value);
    else open.to = at += value.length;
  }
  return changes.flatMap(oneByOne);
}

/** Neighboring paragraphs that each became another one are separate changes. */
function oneByOne(change: Change): Change[] {
  const { from, to, blocks } = change;
  if (blocks.length !== to - from) return [change];
  return blocks.map((block, index) => ({ ...change, from: from + index, to: from + index + 1, blocks: [block] }));
}

function applied(
  base: readonly string[],
  { from, to, changes }: { from: number; to: number; changes: Change[] },
): string[] {
  const result: string[] = [];
  let at = from;
  for (const change of changes) {
    result.push(...base.slice(at, change.from), ...change.blocks);
    at = change.to;
  }
  return [...result, ...base.slice(at, to)];
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((block, index) => block === other[index]);
}
