import type { Editor } from "@tiptap/core";

import { afterBlock, type Tool } from "./editor-toolbar.tsx";

/** A block offered after typing "/" in an empty line. */
export type SlashBlock = {
  name: string;
  /** Search terms besides the name. */
  words: string;
  hint: string;
  put: (editor: Editor, onTool: (tool: Tool) => void) => void;
};

export const SLASH_BLOCKS: readonly SlashBlock[] = [
  {
    name: "Heading",
    words: "title h2",
    hint: "Starts a section",
    put: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    name: "Smaller heading",
    words: "h3",
    hint: "Within a section",
    put: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  },
  {
    name: "List",
    words: "bullets",
    hint: "With bullets",
    put: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "Numbered list",
    words: "ordered 1",
    hint: "With numbers",
    put: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "Quote",
    words: "citation",
    hint: "Quoted text",
    put: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: "Place",
    words: "stop business map",
    hint: "Find it by name",
    put: (_editor, onTool) => onTool("place"),
  },
  { name: "Picture", words: "photo image", hint: "Upload a file", put: (_editor, onTool) => onTool("picture") },
  {
    name: "Members line",
    words: "members premium paywall line",
    hint: "Members only below it",
    put: (editor) => editor.chain().focus().insertContentAt(afterBlock(editor), { type: "membersBreak" }).run(),
  },
  {
    name: "Divider",
    words: "rule line hr",
    hint: "A horizontal line",
    put: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** Blocks whose name or search terms begin with the query. A second members line isn't offered. */
export function slashBlocks(query: string, { hasMembersLine }: { hasMembersLine: boolean }): readonly SlashBlock[] {
  const prefix = query.trim().toLowerCase();
  return SLASH_BLOCKS.filter(
    ({ name, words }) =>
      !(hasMembersLine && name === "Members line") &&
      (name.toLowerCase().startsWith(prefix) ||
        `${name} ${words}`
          .toLowerCase()
          .split(/[ ’]/)
          .some((word) => word.startsWith(prefix))),
  );
}

export type SlashQuery = { text: string; from: number; to: number };

/** The text after a "/" at the start of a top-level paragraph with the cursor at its end; null otherwise. */
export function slashQuery({ state: { selection } }: Editor): SlashQuery | null {
  const { $from, empty } = selection;
  const { parent, depth, parentOffset } = $from;
  if (!empty || depth !== 1 || parent.type.name !== "paragraph" || parentOffset !== parent.content.size) return null;
  const [, text] = /^\/([\p{L}\p{N}’' ]{0,24})$/u.exec(parent.textContent) ?? [];
  return text === undefined ? null : { text, from: $from.start(), to: $from.pos };
}
