import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";

import { pluralize } from "#app/ui/format-count.ts";

import { PASTE_PATH } from "../editing-paths.ts";
import { positionBelowSelectedBlock } from "../screen/insert-block.ts";
import { markdownToEditor } from "./editor-markdown.ts";

/** The server's limit; longer HTML is pasted as plain text. */
const HTML_CHARACTERS_MAX = 200_000;

const FRAGMENT = { begins: "<!--StartFragment-->", ends: "<!--EndFragment-->" };

/**
 * Extracts the copied fragment from clipboard HTML. Word adds its whole style sheet before it, and some programs inline
 * picture data, which may be longer than any guide.
 */
export function extractFragment(html: string): string {
  const begin = html.indexOf(FRAGMENT.begins);
  const end = html.lastIndexOf(FRAGMENT.ends);
  const part = begin < 0 || end < begin ? html : html.slice(begin + FRAGMENT.begins.length, end);
  return part.replaceAll(/ (?:src|href)=(?:"data:[^"]*"|'data:[^']*')/g, "");
}

/** The message after a paste that left something out; null if it is complete. */
export function formatPasteMessage({
  pictures,
  why,
}: {
  pictures: number;
  why: "too-long" | "no-answer" | null;
}): string | null {
  if (why === "too-long") return "That was too long to paste with headings and links, so only its text was pasted.";
  if (why === "no-answer")
    return "We couldn’t reach the site, so only its text was pasted. Undo, and paste it again later.";
  if (pictures === 0) return null;
  return `${pluralize(pictures, "picture was", "pictures were")} left out. Copy and paste each one separately, or choose its file under “Picture”.`;
}

/** Signs of Markdown: headings, lists, links, bold text, places. */
const MARKDOWN = /^(?:#{2,3} |[-*+] |\d+\. |> |::(?:place|members))|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*/m;

/** Tags that word processors put on the clipboard; code editors only use lines and colors. */
const PROSE = /<(?:h[1-6]|p|ul|ol|li|a|b|strong|i|em|blockquote|table)\b/i;

/** Whether the plain text is Markdown from a code editor, which its HTML would not show. */
export function isMarkdown({ html, text }: { html: string; text: string }): boolean {
  return MARKDOWN.test(text) && !PROSE.test(html);
}

type Span = { from: number; to: number };

/** Maps a span to its position after later typing. Text typed at its end stays after it. */
export function mapSpan({ from, to }: Span, mapping: Pick<Transaction["mapping"], "map">): Span {
  const start = mapping.map(from, -1);
  return { from: start, to: Math.max(start, mapping.map(to, -1)) };
}

/**
 * Inserts clipboard content after cleaning it on the server. If that fails, inserts the plain text, so that nothing is lost.
 *
 * @returns The message of `formatPasteMessage`.
 */
export async function pasteIntoEditor(editor: Editor, copied: { html: string; text: string }): Promise<string | null> {
  const { text } = copied;
  const html = extractFragment(copied.html);
  const { from, to } = editor.state.selection;
  // Pasting, like typing, doesn't replace a selected place or picture.
  const below = positionBelowSelectedBlock(editor.state);
  let at: Span = below === null ? { from, to } : { from: below, to: below };
  const follow = ({ transaction }: { transaction: Transaction }) => {
    at = mapSpan(at, transaction.mapping);
  };
  editor.on("transaction", follow);
  const isTooLong = html.length > HTML_CHARACTERS_MAX;
  const isPlain = html === "" || isTooLong || isMarkdown({ html, text });
  const clean = isPlain ? null : await cleanOnServer(html);
  editor.off("transaction", follow);
  if (editor.isDestroyed) return null;
  const chain = editor.chain().focus();
  if (clean !== null && clean !== "") chain.insertContentAt(at, clean).run();
  else if (MARKDOWN.test(text)) chain.insertContentAt(at, markdownToEditor(text).content ?? []).run();
  else chain.insertContentAt(at, paragraphsOf(text)).run();
  if (isPlain) return formatPasteMessage({ pictures: 0, why: isTooLong ? "too-long" : null });
  return formatPasteMessage({
    pictures: html.match(/<img\b/gi)?.length ?? 0,
    why: clean === null ? "no-answer" : null,
  });
}

/** The first picture among pasted or dropped files. */
export function findPictureFile(files: FileList): File | null {
  return [...files].find(({ type }) => type.startsWith("image/")) ?? null;
}

function paragraphsOf(text: string) {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).filter((paragraph) => paragraph.trim() !== "");
  const nodes = paragraphs.map((paragraph) => ({ type: "text", text: paragraph.replaceAll(/\s*\r?\n\s*/g, " ") }));
  return nodes.length < 2 ? nodes : nodes.map((node) => ({ type: "paragraph", content: [node] }));
}

async function cleanOnServer(html: string): Promise<string | null> {
  const body = new FormData();
  body.set("html", html);
  const response = await fetch(PASTE_PATH, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (response?.ok !== true) return null;
  const answer: unknown = await response.json().catch(() => null);
  const isAnswer = typeof answer === "object" && answer !== null && "html" in answer && typeof answer.html === "string";
  return isAnswer ? String(answer.html) : null;
}
