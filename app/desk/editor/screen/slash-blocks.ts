import type { Editor } from "@tiptap/core";

import type { EditorTool } from "./editor-toolbar.tsx";
import { insertBlock } from "./insert-block.ts";

/** A block offered after typing "/" in an empty line. */
export type SlashBlock = {
  name: string;
  /** Search terms besides the name. */
  searchTerms: string;
  hint: string;
  insert: (editor: Editor, onTool: (tool: EditorTool) => void) => void;
};

const MEMBERS_LINE: SlashBlock = {
  name: "Members line",
  searchTerms: "members premium paywall line",
  hint: "Members only below it",
  insert: (editor) => insertBlock(editor, { type: "membersBreak" }),
};

const SLASH_BLOCKS: readonly SlashBlock[] = [
  {
    name: "Heading",
    searchTerms: "title h2",
    hint: "Starts a section",
    insert: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    name: "Smaller heading",
    searchTerms: "h3",
    hint: "Within a section",
    insert: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  },
  {
    name: "List",
    searchTerms: "bullets",
    hint: "With bullets",
    insert: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "Numbered list",
    searchTerms: "ordered 1",
    hint: "With numbers",
    insert: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "Quote",
    searchTerms: "citation",
    hint: "Quoted text",
    insert: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: "Place",
    searchTerms: "stop business map",
    hint: "Find it by name",
    insert: (_editor, onTool) => onTool("place"),
  },
  {
    name: "Picture",
    searchTerms: "photo image",
    hint: "Upload a file",
    insert: (_editor, onTool) => onTool("picture"),
  },
  MEMBERS_LINE,
  {
    name: "Divider",
    searchTerms: "rule line hr",
    hint: "A horizontal line",
    insert: (editor) => insertBlock(editor, { type: "horizontalRule" }),
  },
];

/** Blocks that only posts have. */
const POST_BLOCKS = new Set(["Place", "Picture", MEMBERS_LINE.name]);

/** Blocks whose name or search terms begin with the query. A second members line isn't offered. */
export function findSlashBlocks(
  query: string,
  { hasMembersLine, isPost }: { hasMembersLine: boolean; isPost: boolean },
): readonly SlashBlock[] {
  const prefix = query.trim().toLowerCase();
  const blocks = SLASH_BLOCKS.filter(
    (block) => (isPost || !POST_BLOCKS.has(block.name)) && !(hasMembersLine && block === MEMBERS_LINE),
  );
  return blocks.filter(
    ({ name, searchTerms }) =>
      name.toLowerCase().startsWith(prefix) ||
      `${name} ${searchTerms}`
        .toLowerCase()
        .split(/[ ’]/)
        .some((word) => word.startsWith(prefix)),
  );
}

export type SlashQuery = { text: string; from: number; to: number };

/** The text after a "/" at the start of a top-level paragraph with the cursor at its end; null otherwise. */
export function readSlashQuery({ state: { selection } }: Editor): SlashQuery | null {
  const { $from, empty } = selection;
  const { parent, depth, parentOffset } = $from;
  if (!empty || depth !== 1 || parent.type.name !== "paragraph" || parentOffset !== parent.content.size) return null;
  const [, text] = /^\/([\p{L}\p{N}’' ]{0,24})$/u.exec(parent.textContent) ?? [];
  return text === undefined ? null : { text, from: $from.start(), to: $from.pos };
}
