import type { Editor } from "@tiptap/core";

import { afterBlock, type Tool } from "./editor-toolbar.tsx";

/** What "/" at the beginning of an empty line offers. */
export type SlashBlock = {
  name: string;
  /** Words that it is found by, besides its name. */
  words: string;
  hint: string;
  put: (editor: Editor, onTool: (tool: Tool) => void) => void;
};

export const SLASH_BLOCKS: readonly SlashBlock[] = [
  {
    name: "Heading",
    words: "title h2",
    hint: "Begins a part",
    put: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    name: "Smaller heading",
    words: "h3",
    hint: "Within a part",
    put: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  },
  {
    name: "List",
    words: "bullets",
    hint: "With dashes",
    put: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "Numbered list",
    words: "ordered 1",
    hint: "In an order",
    put: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "Quote",
    words: "citation",
    hint: "Somebody’s words",
    put: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: "Place",
    words: "stop business map",
    hint: "From the guide, by search",
    put: (_editor, onTool) => onTool("place"),
  },
  { name: "Picture", words: "photo image", hint: "A file of yours", put: (_editor, onTool) => onTool("picture") },
  {
    name: "Members’ line",
    words: "members premium paywall line",
    hint: "Below it members read on",
    put: (editor) => editor.chain().focus().insertContentAt(afterBlock(editor), { type: "membersBreak" }).run(),
  },
  {
    name: "Divider",
    words: "rule line hr",
    hint: "A pause in the text",
    put: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** Those whose name or words have a word that begins so; a second members' line is not offered. */
export function slashBlocks(query: string, { hasMembersLine }: { hasMembersLine: boolean }): readonly SlashBlock[] {
  const asked = query.trim().toLowerCase();
  return SLASH_BLOCKS.filter(
    ({ name, words }) =>
      !(hasMembersLine && name === "Members’ line") &&
      (name.toLowerCase().startsWith(asked) ||
        `${name} ${words}`
          .toLowerCase()
          .split(/[ ’]/)
          .some((word) => word.startsWith(asked))),
  );
}

export type SlashQuery = { text: string; from: number; to: number };

/** What stands behind a "/" with which an outermost paragraph begins, the cursor at its end; null for anything else. */
export function slashQuery({ state: { selection } }: Editor): SlashQuery | null {
  const { $from, empty } = selection;
  const { parent, depth, parentOffset } = $from;
  if (!empty || depth !== 1 || parent.type.name !== "paragraph" || parentOffset !== parent.content.size) return null;
  const [, text] = /^\/([\p{L}\p{N}’' ]{0,24})$/u.exec(parent.textContent) ?? [];
  return text === undefined ? null : { text, from: $from.start(), to: $from.pos };
}
