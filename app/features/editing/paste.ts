import type { Editor } from "@tiptap/core";

import { PASTE_PATH } from "./editing-paths.ts";
import { toEditor } from "./editor-markdown.ts";

/** As much as the server cleans at once; more comes in as plain words. */
const HTML_CHARACTERS_MAX = 200_000;

/** What looks like Markdown: a heading, a list, a link, something bold, a place. */
const MARKDOWN = /^(?:#{2,3} |[-*+] |\d+\. |> |::(?:place|members))|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*/m;

/** Puts in what is on the clipboard, cleaned. When it can't be cleaned, its words come alone: nothing is lost. */
export async function pasteInto(editor: Editor, { html, text }: { html: string; text: string }): Promise<void> {
  const at = { from: editor.state.selection.from, to: editor.state.selection.to };
  const clean = html === "" || html.length > HTML_CHARACTERS_MAX ? null : await cleaned(html);
  if (editor.isDestroyed) return;
  const chain = editor.chain().focus();
  if (clean !== null && clean !== "") chain.insertContentAt(at, clean).run();
  else if (MARKDOWN.test(text)) chain.insertContentAt(at, toEditor(text).content ?? []).run();
  else chain.insertContentAt(at, paragraphsOf(text)).run();
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
