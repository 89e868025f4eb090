import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";

import { counted } from "#app/ui/counted.ts";

import { PASTE_PATH } from "./editing-paths.ts";
import { toEditor } from "./editor-markdown.ts";

/** As much as the server cleans at once; more comes in as plain words. */
const HTML_CHARACTERS_MAX = 200_000;

const FRAGMENT = { begins: "<!--StartFragment-->", ends: "<!--EndFragment-->" };

/**
 * What was copied, of all that is on the clipboard: Word puts its whole style sheet before it, and some programs the
 * pictures themselves into it, which may be longer than any guide.
 */
export function copiedPart(html: string): string {
  const begin = html.indexOf(FRAGMENT.begins);
  const end = html.lastIndexOf(FRAGMENT.ends);
  const part = begin < 0 || end < begin ? html : html.slice(begin + FRAGMENT.begins.length, end);
  return part.replaceAll(/ (?:src|href)=(?:"data:[^"]*"|'data:[^']*')/g, "");
}

/** What is said of a paste that left something out; null for one that is all there. */
export function leftOut({ pictures, why }: { pictures: number; why: "too-long" | "no-answer" | null }): string | null {
  if (why === "too-long")
    return "That was too long to be taken over with its headings and links: its words came alone.";
  if (why === "no-answer")
    return "The site can’t be reached: the words came alone. Undo, and paste them once more later.";
  if (pictures === 0) return null;
  return `${counted(pictures, "picture was", "pictures were")} left out. Copy each by itself and paste it here, or choose its file under “Picture”.`;
}

/** What looks like Markdown: a heading, a list, a link, something bold, a place. */
const MARKDOWN = /^(?:#{2,3} |[-*+] |\d+\. |> |::(?:place|members))|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*/m;

/** What a program for prose puts on the clipboard; one for code only has lines and colors. */
const PROSE = /<(?:h[1-6]|p|ul|ol|li|a|b|strong|i|em|blockquote|table)\b/i;

/** Whether the plain words say more than the HTML: Markdown out of an editor for code. */
export function isMarkdown({ html, text }: { html: string; text: string }): boolean {
  return MARKDOWN.test(text) && !PROSE.test(html);
}

type Span = { from: number; to: number };

/** Where a part of the text is after what was typed meanwhile; what was typed at its end stands behind it. */
export function movedSpan({ from, to }: Span, mapping: Pick<Transaction["mapping"], "map">): Span {
  const start = mapping.map(from, -1);
  return { from: start, to: Math.max(start, mapping.map(to, -1)) };
}

/**
 * Puts in what is on the clipboard, cleaned. When it can't be cleaned, its words come alone: nothing is lost.
 *
 * @returns What is to be said of it, see `leftOut`.
 */
export async function pasteInto(editor: Editor, copied: { html: string; text: string }): Promise<string | null> {
  const { text } = copied;
  const html = copiedPart(copied.html);
  let at: Span = { from: editor.state.selection.from, to: editor.state.selection.to };
  const follow = ({ transaction }: { transaction: Transaction }) => {
    at = movedSpan(at, transaction.mapping);
  };
  editor.on("transaction", follow);
  const isTooLong = html.length > HTML_CHARACTERS_MAX;
  const isPlain = html === "" || isTooLong || isMarkdown({ html, text });
  const clean = isPlain ? null : await cleaned(html);
  editor.off("transaction", follow);
  if (editor.isDestroyed) return null;
  const chain = editor.chain().focus();
  if (clean !== null && clean !== "") chain.insertContentAt(at, clean).run();
  else if (MARKDOWN.test(text)) chain.insertContentAt(at, toEditor(text).content ?? []).run();
  else chain.insertContentAt(at, paragraphsOf(text)).run();
  if (isPlain) return leftOut({ pictures: 0, why: isTooLong ? "too-long" : null });
  return leftOut({ pictures: html.match(/<img\b/gi)?.length ?? 0, why: clean === null ? "no-answer" : null });
}

/** The first picture among files that are pasted or dropped. */
export function pictureAmong(files: FileList): File | null {
  return [...files].find(({ type }) => type.startsWith("image/")) ?? null;
}

function paragraphsOf(text: string) {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).filter((each) => each.trim() !== "");
  const nodes = paragraphs.map((each) => ({ type: "text", text: each.replaceAll(/\s*\r?\n\s*/g, " ") }));
  return nodes.length < 2 ? nodes : nodes.map((node) => ({ type: "paragraph", content: [node] }));
}

async function cleaned(html: string): Promise<string | null> {
  const body = new FormData();
  body.set("html", html);
  const response = await fetch(PASTE_PATH, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (response?.ok !== true) return null;
  const answer: unknown = await response.json().catch(() => null);
  const isAnswer = typeof answer === "object" && answer !== null && "html" in answer && typeof answer.html === "string";
  return isAnswer ? String(answer.html) : null;
}
