import type { Editor } from "@tiptap/core";
import { EditorContent, ReactNodeViewRenderer, useEditor, useEditorState } from "@tiptap/react";
import { type RefObject, useEffect, useRef, useState } from "react";

import { fromEditor, toEditor } from "./editor-markdown.ts";
import { EditorToolbar, type Tool } from "./editor-toolbar.tsx";
import { editorSchema, Kept, MembersBreak, Picture, PlaceNode } from "./editor-schema.ts";
import { EditorKept, EditorMembersBreak, EditorPicture, EditorPlace } from "./editor-blocks.tsx";
import { COLLECT } from "./guide-collect.ts";
import { pasteInto } from "./paste.ts";
import { LinkTool, PictureTool, PlaceTool } from "./editor-tools.tsx";
import { SlashMenu } from "./slash-menu.tsx";
import type { StopPlace } from "./stop-place.ts";

const TYPING_PAUSE_MS = 300;

const EXTENSIONS = editorSchema({
  place: PlaceNode.extend({ addNodeView: () => ReactNodeViewRenderer(EditorPlace) }),
  membersBreak: MembersBreak.extend({ addNodeView: () => ReactNodeViewRenderer(EditorMembersBreak) }),
  kept: Kept.extend({ addNodeView: () => ReactNodeViewRenderer(EditorKept) }),
  picture: Picture.extend({ addNodeView: () => ReactNodeViewRenderer(EditorPicture) }),
});

type RichTextProps = {
  /** The text as Markdown; another than the editor made itself takes the place of what is in it. */
  body: string;
  onBody: (body: string) => void;
  onPlace: (place: StopPlace) => void;
};

/** The text of a guide as it will be read, with tools. */
export function RichText({ body, onBody, onPlace }: RichTextProps) {
  const [tool, setTool] = useState<Tool | null>(null);
  const written = useRef(body);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whether something was typed that isn't Markdown yet. */
  const isBehind = useRef(false);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: toEditor(body),
    immediatelyRender: false,
    // Its styles stand in editing.css: the content security policy lets no others in.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: "editor-text guide-body prose-guide",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": "The text of the guide",
      },
    },
    onUpdate: ({ editor: changed }) => {
      clearTimeout(timer.current);
      isBehind.current = true;
      timer.current = setTimeout(() => {
        isBehind.current = false;
        written.current = fromEditor(changed.getJSON());
        onBody(written.current);
      }, TYPING_PAUSE_MS);
    },
  });
  useEffect(() => {
    if (editor === null || body === written.current) return;
    written.current = body;
    clearTimeout(timer.current);
    editor.commands.setContent(toEditor(body), { emitUpdate: false });
  }, [editor, body]);
  usePasting(editor);
  useSubmitting(editor, isBehind);
  useMoving(editor);
  if (editor === null) return null;
  const close = () => {
    setTool(null);
    editor.commands.focus();
  };
  return (
    <div className="editor">
      <div className="editor-tools">
        <EditorToolbar editor={editor} tool={tool} onTool={setTool} />
        {tool === "link" && <LinkTool editor={editor} onDone={close} />}
        {tool === "picture" && <PictureTool editor={editor} onDone={close} />}
        {tool === "place" && <PlaceTool editor={editor} onPlace={onPlace} onDone={close} />}
      </div>
      <EditorContent editor={editor} />
      <SlashMenu editor={editor} onTool={setTool} />
      <EmptyHint editor={editor} />
    </div>
  );
}

function EmptyHint({ editor }: { editor: Editor }) {
  const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty });
  return isEmpty ? (
    <p className="editor-empty prose-guide">Begin here, or press / for headings, lists, places and pictures</p>
  ) : null;
}

/** What is pasted is cleaned on the server before it comes in. */
function usePasting(editor: Editor | null): void {
  useEffect(() => {
    if (editor === null) return undefined;
    const { dom } = editor.view;
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (clipboardData === null || (target instanceof HTMLElement && target.closest("input, textarea") !== null))
        return;
      event.preventDefault();
      event.stopPropagation();
      void pasteInto(editor, { html: clipboardData.getData("text/html"), text: clipboardData.getData("text/plain") });
    };
    // Before the editor's own.
    dom.addEventListener("paste", paste, true);
    return () => dom.removeEventListener("paste", paste, true);
  }, [editor]);
}

/** What was typed a moment ago is part of what is sent. */
function useSubmitting(editor: Editor | null, isBehind: RefObject<boolean>): void {
  useEffect(() => {
    const form = editor?.view.dom.closest("form") ?? null;
    const write = () => {
      const field = form?.elements.namedItem("body");
      if (editor !== null && isBehind.current && field instanceof HTMLInputElement)
        field.value = fromEditor(editor.getJSON());
    };
    form?.addEventListener("submit", write, true);
    form?.addEventListener(COLLECT, write);
    return () => {
      form?.removeEventListener("submit", write, true);
      form?.removeEventListener(COLLECT, write);
    };
  }, [editor, isBehind]);
}

/** Alt and an arrow move the block that the cursor is in, pictures and places too. */
function useMoving(editor: Editor | null): void {
  useEffect(() => {
    if (editor === null) return undefined;
    const { dom } = editor.view;
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      moveBlock(editor, event.key === "ArrowUp" ? -1 : 1);
    };
    dom.addEventListener("keydown", press);
    return () => dom.removeEventListener("keydown", press);
  }, [editor]);
}

function moveBlock(editor: Editor, by: -1 | 1): void {
  const { state } = editor;
  const { doc, selection } = state;
  const index = selection.$from.index(0);
  const other = index + by;
  if (other < 0 || other >= doc.childCount) return;
  const first = Math.min(index, other);
  const [above, below] = [doc.child(first), doc.child(first + 1)];
  let from = 0;
  for (let at = 0; at < first; at += 1) from += doc.child(at).nodeSize;
  const moved = state.tr.replaceWith(from, from + above.nodeSize + below.nodeSize, [below, above]);
  const shift = by < 0 ? -above.nodeSize : below.nodeSize;
  const { from: start } = selection;
  editor.view.dispatch(moved.scrollIntoView());
  const isBlock = "node" in selection;
  if (isBlock) editor.commands.setNodeSelection(start + shift);
  else editor.commands.setTextSelection({ from: start + shift, to: selection.to + shift });
}
