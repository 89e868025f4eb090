/** A list that an item stands in. `key`: items with the same one are in the same list. "any": whichever list is open. */
export type List = { tag: "ul" | "ol" | "any"; key: unknown; start: number };

export type BlockTag = "p" | "h2" | "h3";

/** Text with its marks ("strong", "em", "s", "code") and link. A line break is "\n". */
export type Run = { text: string; marks: ReadonlySet<string>; href: string | null };

export type Block = {
  tag: BlockTag | "hr";
  runs: Run[];
  /** The lists around it, from the outermost. */
  lists: readonly List[];
  /** Blocks of one item have the same. */
  item: object | null;
  isQuoted: boolean;
};

/** Blocks as well-formed HTML. `isInline`: a piece of a line, without a paragraph around it. */
export function renderBlocks({ blocks, isInline }: { blocks: readonly Block[]; isInline: boolean }): string {
  const [first] = blocks;
  if (isInline) return first === undefined ? "" : renderRuns(first.runs);
  const writer = new BlockWriter();
  for (const block of blocks) writer.write(block);
  return writer.end();
}

/** Opens and closes quotes, lists and items around blocks. */
class BlockWriter {
  #html = "";
  #isQuoted = false;
  readonly #open: { tag: "ul" | "ol"; key: unknown }[] = [];
  #item: object | null = null;

  write(block: Block): void {
    if (block.isQuoted !== this.#isQuoted) {
      this.#closeLists(0);
      this.#html += block.isQuoted ? "<blockquote>" : "</blockquote>";
      this.#isQuoted = block.isQuoted;
    }
    const html = block.tag === "hr" ? "<hr />" : `<${block.tag}>${renderRuns(block.runs)}</${block.tag}>`;
    if (block.lists.length === 0) {
      this.#closeLists(0);
      this.#html += html;
      return;
    }
    const isSameItem = this.#item !== null && this.#item === block.item;
    if (!isSameItem) this.#openItem(block.lists);
    this.#item = block.item;
    this.#html += block.tag === "p" && !isSameItem ? renderRuns(block.runs) : html;
  }

  end(): string {
    this.#closeLists(0);
    return this.#html + (this.#isQuoted ? "</blockquote>" : "");
  }

  /** A list is only opened inside an item of the list around it, so an item is never deeper than one level more. */
  #openItem(lists: readonly List[]): void {
    let shared = 0;
    while (shared < lists.length && shared < this.#open.length && isSameList(lists[shared], this.#open[shared]))
      shared += 1;
    const wanted = lists.at(-1);
    if (wanted === undefined) return;
    const isIn = shared === lists.length && shared > 0;
    const depth = isIn ? shared : Math.min(shared, lists.length - 1);
    this.#closeLists(depth);
    if (isIn) {
      this.#html += "</li><li>";
      return;
    }
    const tag = wanted.tag === "ol" ? "ol" : "ul";
    const start = tag === "ol" && wanted.start > 1 ? ` start="${wanted.start}"` : "";
    this.#html += `<${tag}${start}><li>`;
    this.#open.push({ tag, key: wanted.key });
  }

  #closeLists(depth: number): void {
    while (this.#open.length > depth) this.#html += `</li></${this.#open.pop()?.tag}>`;
    this.#item = null;
  }
}

function isSameList(list: List | undefined, open: { tag: "ul" | "ol"; key: unknown } | undefined): boolean {
  return list !== undefined && (list.tag === "any" || list.key === open?.key);
}

/** Marks from the outermost. */
const MARKS = ["strong", "em", "s", "code"];

/** Neighboring runs with the same marks share their tags. Lines and spaces at the ends are left out. */
function renderRuns(runs: readonly Run[]): string {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && isAlike(last, run)) merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else merged.push(run);
  }
  return trimmed(merged).map(renderRun).join("");
}

function isAlike(one: Run, other: Run): boolean {
  return (
    one.href === other.href &&
    one.marks.size === other.marks.size &&
    [...one.marks].every((mark) => other.marks.has(mark))
  );
}

/** Without spaces around lines, at both ends, and twice in a row. */
function trimmed(runs: readonly Run[]): Run[] {
  let isAtSpace = true;
  const tidy = runs.map((run) => {
    const text = run.text
      .replaceAll("\u00A0", " ")
      .replaceAll(/ *\n */g, "\n")
      .replaceAll(/ {2,}/g, " ");
    const begun = isAtSpace ? text.replace(/^ +/, "") : text;
    if (begun !== "") isAtSpace = /[ \n]$/.test(begun);
    return { ...run, text: begun };
  });
  const first = tidy.findIndex(({ text }) => text.trim() !== "");
  const last = tidy.findLastIndex(({ text }) => text.trim() !== "");
  return tidy.slice(first, last + 1).map((run, at, all) => {
    const begun = at === 0 ? run.text.trimStart() : run.text;
    return { ...run, text: at === all.length - 1 ? begun.trimEnd() : begun };
  });
}

function renderRun({ text, marks, href }: Run): string {
  const html = escapeHtml(text).replaceAll("\n", "<br />");
  if (text.trim() === "") return html;
  const names = MARKS.filter((mark) => marks.has(mark));
  const open = names.map((mark) => `<${mark}>`).join("");
  const close = names
    .toReversed()
    .map((mark) => `</${mark}>`)
    .join("");
  const marked = open + html + close;
  return href === null ? marked : `<a href="${escapeHtml(href)}">${marked}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
