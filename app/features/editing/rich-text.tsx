import type { Editor } from "@tiptap/core";
import { EditorContent, ReactNodeViewRenderer, useEditor, useEditorState } from "@tiptap/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

import { fromEditor, toEditor } from "./editor-markdown.ts";
import { EditorToolbar, type Tool } from "./editor-toolbar.tsx";
import { editorSchema, Kept, MembersBreak, Picture, PlaceNode } from "./editor-schema.ts";
import { EditorKept, EditorMembersBreak, EditorPicture, EditorPlace } from "./editor-blocks.tsx";
import { COLLECT } from "./guide-collect.ts";
import { pasteInto, pictureAmong } from "./paste.ts";
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
  const [given, setGiven] = useState<File | null>(null);
  const [said, setSaid] = useState<string | null>(null);
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
  const takePicture = useCallback((file: File) => {
    setGiven(file);
    setTool("picture");
  }, []);
  usePasting(editor, { onPicture: takePicture, onSaid: setSaid });
  useDropping(editor, takePicture);
  useSubmitting(editor, isBehind);
  useMoving(editor);
  if (editor === null) return null;
  const close = () => {
    setTool(null);
    setGiven(null);
    editor.commands.focus();
  };
  return (
    <div className="editor">
      <div className="editor-tools">
        <EditorToolbar editor={editor} tool={tool} onTool={setTool} />
        {tool === "link" && <LinkTool editor={editor} onDone={close} />}
        {tool === "picture" && <PictureTool key={keyOf(given)} {...{ editor, given }} onDone={close} />}
        {tool === "place" && <PlaceTool editor={editor} onPlace={onPlace} onDone={close} />}
        <p className="editor-said" role="status">
          {said}
        </p>
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

function keyOf(given: File | null): string {
  return given === null ? "" : `${given.name} ${given.size} ${given.lastModified}`;
}

type Pasting = { onPicture: (file: File) => void; onSaid: (said: string | null) => void };

/** What is pasted is cleaned on the server before it comes in; a picture wants words first. */
function usePasting(editor: Editor | null, { onPicture, onSaid }: Pasting): void {
  useEffect(() => {
    if (editor === null) return undefined;
    const { dom } = editor.view;
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (clipboardData === null || (target instanceof HTMLElement && target.closest("input, textarea") !== null))
        return;
      event.preventDefault();
      event.stopPropagation();
      const [html, text] = [clipboardData.getData("text/html"), clipboardData.getData("text/plain")];
      // A picture that is copied out of a page brings its address as HTML; a part of a text may bring a picture of itself.
      const picture = text === "" ? pictureAmong(clipboardData.files) : null;
      onSaid(null);
      if (picture !== null) return onPicture(picture);
      void pasteInto(editor, { html, text }).then(onSaid);
    };
    // Before the editor's own.
    dom.addEventListener("paste", paste, true);
    return () => dom.removeEventListener("paste", paste, true);
  }, [editor, onPicture, onSaid]);
}

/** A picture that is dropped comes to stand there; any other file would be opened by the browser in the page's place. */
function useDropping(editor: Editor | null, onPicture: (file: File) => void): void {
  useEffect(() => {
    if (editor === null) return undefined;
    const { dom } = editor.view;
    const drop = (event: DragEvent) => {
      const files = event.dataTransfer?.files;
      // Blocks of the text that are moved may bring a file of their picture along.
      if (files === undefined || files.length === 0 || editor.view.dragging !== null) return;
      event.preventDefault();
      event.stopPropagation();
      const at = editor.view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (at !== null) editor.commands.setTextSelection(at.pos);
      const picture = pictureAmong(files);
      if (picture !== null) onPicture(picture);
    };
    dom.addEventListener("drop", drop, true);
    return () => dom.removeEventListener("drop", drop, true);
  }, [editor, onPicture]);
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
