import "./editor-text.css";

import type { Editor } from "@tiptap/core";
import { EditorContent, ReactNodeViewRenderer, useEditor, useEditorState } from "@tiptap/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

import { editorToMarkdown, markdownToEditor } from "../document/editor-markdown.ts";
import { EditorToolbar, type EditorTool } from "./editor-toolbar.tsx";
import {
  editorSchema,
  OpaqueMarkdownNode,
  MembersBreakNode,
  PictureNode,
  PlaceNode,
} from "../document/editor-schema.ts";
import { OpaqueMarkdownBlock, MembersBreakBlock, PictureBlock, PlaceBlock } from "../document/editor-blocks.tsx";
import { COLLECT_FORM_EVENT } from "../document/collect-form.ts";
import { replaceChangedBlocks } from "../document/replace-blocks.ts";
import { pasteIntoEditor, findPictureFile } from "../document/paste.ts";
import { TypingBesideBlocks } from "./insert-block.ts";
import { LinkTool, PictureTool, PlaceTool } from "./editor-tools.tsx";
import { SlashMenu } from "./slash-menu.tsx";
import type { StopPlace } from "./stop-place.ts";

const TYPING_PAUSE_MS = 300;

const EXTENSIONS = [
  ...editorSchema({
    place: PlaceNode.extend({ addNodeView: () => ReactNodeViewRenderer(PlaceBlock) }),
    membersBreak: MembersBreakNode.extend({ addNodeView: () => ReactNodeViewRenderer(MembersBreakBlock) }),
    opaque: OpaqueMarkdownNode.extend({ addNodeView: () => ReactNodeViewRenderer(OpaqueMarkdownBlock) }),
    picture: PictureNode.extend({ addNodeView: () => ReactNodeViewRenderer(PictureBlock) }),
  }),
  TypingBesideBlocks,
];

const ATTRIBUTES = {
  class: "editor-text guide-body prose-guide",
  role: "textbox",
  "aria-multiline": "true",
};

export type RichTextProps = {
  /** The text as Markdown. A value that the editor didn't produce itself replaces its content. */
  body: string;
  onBody: (body: string) => void;
  /** Null where the text has no places, pictures and members line, as in a mail. */
  onPlace: ((place: StopPlace) => void) | null;
  /** The form's field with the text, and what it is called. */
  field?: { name: string; label: string };
};

const POST_TEXT = { name: "body", label: "Post text" };

/** The rich text editor of a post's text, and of other texts in the same Markdown. */
export function RichText({ body, onBody, onPlace, field = POST_TEXT }: RichTextProps) {
  const [tool, setTool] = useState<EditorTool | null>(null);
  const [given, setGiven] = useState<File | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const written = useRef(body);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Converts input to Markdown that isn't converted yet. Null without such input. */
  const pending = useRef<(() => string) | null>(null);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: markdownToEditor(body),
    immediatelyRender: false,
    // Its styles are in editor-text.css, because the content security policy forbids injected styles.
    injectCSS: false,
    editorProps: { attributes: { ...ATTRIBUTES, "aria-label": field.label } },
    onUpdate: ({ editor: changed }) => {
      clearTimeout(timer.current);
      const convert = () => {
        clearTimeout(timer.current);
        pending.current = null;
        written.current = editorToMarkdown(changed.getJSON());
        onBody(written.current);
        return written.current;
      };
      pending.current = convert;
      timer.current = setTimeout(convert, TYPING_PAUSE_MS);
    },
  });
  useEffect(() => {
    if (editor === null || body === written.current) return;
    written.current = body;
    pending.current = null;
    clearTimeout(timer.current);
    replaceChangedBlocks(editor, markdownToEditor(body));
  }, [editor, body]);
  const isPost = onPlace !== null;
  const takePicture = useCallback(
    (file: File) => {
      if (!isPost) return setMessage("This text has no pictures.");
      setGiven(file);
      return setTool("picture");
    },
    [isPost],
  );
  usePasting(editor, { onPicture: takePicture, onMessage: setMessage });
  useDropping(editor, takePicture);
  useSubmitting(editor, { pending, name: field.name });
  useMoving(editor);
  if (editor === null) return null;
  const close = () => {
    setTool(null);
    setGiven(null);
    editor.view.focus();
  };
  return (
    <div className="editor">
      <div className="editor-tools">
        <EditorToolbar editor={editor} tool={tool} onTool={setTool} isPost={isPost} />
        {tool === "link" && <LinkTool editor={editor} onDone={close} />}
        {tool === "picture" && <PictureTool key={fileKey(given)} {...{ editor, given }} onDone={close} />}
        {tool === "place" && onPlace !== null && <PlaceTool editor={editor} onPlace={onPlace} onDone={close} />}
        <p className="editor-said" role="status">
          {message}
        </p>
      </div>
      <EditorContent editor={editor} />
      <SlashMenu editor={editor} onTool={setTool} isPost={isPost} />
      <EmptyHint editor={editor} isPost={isPost} />
    </div>
  );
}

function EmptyHint({ editor, isPost }: { editor: Editor; isPost: boolean }) {
  const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty });
  return isEmpty ? (
    <p className="editor-empty prose-guide">
      Start writing, or type / for headings and lists{isPost && ", places and pictures"}
    </p>
  ) : null;
}

function fileKey(given: File | null): string {
  return given === null ? "" : `${given.name} ${given.size} ${given.lastModified}`;
}

type PasteHandlers = { onPicture: (file: File) => void; onMessage: (message: string | null) => void };

/** Cleans pasted HTML on the server before inserting it. A pasted picture opens the picture tool for its description. */
function usePasting(editor: Editor | null, { onPicture, onMessage }: PasteHandlers): void {
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
      // A picture copied from a page also has HTML. Copied text may have a picture of itself, which is ignored.
      const picture = text === "" ? findPictureFile(clipboardData.files) : null;
      onMessage(null);
      if (picture !== null) return onPicture(picture);
      void pasteIntoEditor(editor, { html, text }).then(onMessage);
    };
    // Runs before the editor's own handler.
    dom.addEventListener("paste", paste, true);
    return () => dom.removeEventListener("paste", paste, true);
  }, [editor, onPicture, onMessage]);
}

/** Inserts a dropped picture at its position. Other files are ignored, so that the browser doesn't open them. */
function useDropping(editor: Editor | null, onPicture: (file: File) => void): void {
  useEffect(() => {
    if (editor === null) return undefined;
    const { dom } = editor.view;
    const drop = (event: DragEvent) => {
      const files = event.dataTransfer?.files;
      // Dragging a block within the text may include a file of its picture.
      if (files === undefined || files.length === 0 || editor.view.dragging !== null) return;
      event.preventDefault();
      event.stopPropagation();
      const at = editor.view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (at !== null) editor.commands.setTextSelection(at.pos);
      const picture = findPictureFile(files);
      if (picture !== null) onPicture(picture);
    };
    dom.addEventListener("drop", drop, true);
    return () => dom.removeEventListener("drop", drop, true);
  }, [editor, onPicture]);
}

/** Writes pending input into the form before it is submitted. */
function useSubmitting(
  editor: Editor | null,
  { pending, name }: { pending: RefObject<(() => string) | null>; name: string },
): void {
  useEffect(() => {
    const form = editor?.view.dom.closest("form") ?? null;
    const write = () => {
      const field = form?.elements.namedItem(name);
      const body = pending.current?.();
      if (body !== undefined && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
        field.value = body;
    };
    form?.addEventListener("submit", write, true);
    form?.addEventListener(COLLECT_FORM_EVENT, write);
    return () => {
      form?.removeEventListener("submit", write, true);
      form?.removeEventListener(COLLECT_FORM_EVENT, write);
    };
  }, [editor, pending, name]);
}

/** Alt and an arrow key move the block at the cursor. */
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
