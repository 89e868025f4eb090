import "./editor-text.css";

import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Lock,
  MapPinPlus,
  Quote,
  Redo2,
  Undo2,
} from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";

import { insertBlock } from "./insert-block.ts";

export type EditorTool = "link" | "picture" | "place";

type EditorToolbarProps = {
  editor: Editor;
  tool: EditorTool | null;
  onTool: (tool: EditorTool | null) => void;
  /** Whether the text can have places, pictures and the members line. */
  isPost: boolean;
};

/** The formatting toolbar. Arrow keys move between its buttons. */
export function EditorToolbar({ editor, tool, onTool, isPost }: EditorToolbarProps) {
  const on = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) });
  const chain = () => editor.chain().focus();
  const open = (which: EditorTool) => onTool(tool === which ? null : which);
  return (
    <div className="editor-bar" role="toolbar" aria-label="Text tools" tabIndex={-1} onKeyDown={moveFocus}>
      <Button label="Heading" isOn={on.h2} run={() => chain().toggleHeading({ level: 2 }).run()} icon={<Heading2 />} />
      <Button
        label="Smaller heading"
        isOn={on.h3}
        run={() => chain().toggleHeading({ level: 3 }).run()}
        icon={<Heading3 />}
      />
      <Button label="Bold" isOn={on.bold} run={() => chain().toggleBold().run()} icon={<Bold />} />
      <Button label="Italic" isOn={on.italic} run={() => chain().toggleItalic().run()} icon={<Italic />} />
      <Button label="Link" isOn={on.link || tool === "link"} run={() => open("link")} icon={<Link2 />} />
      <span className="editor-bar-gap" />
      <Button label="List" isOn={on.list} run={() => chain().toggleBulletList().run()} icon={<List />} />
      <Button
        label="Numbered list"
        isOn={on.numbers}
        run={() => chain().toggleOrderedList().run()}
        icon={<ListOrdered />}
      />
      <Button label="Quote" isOn={on.quote} run={() => chain().toggleBlockquote().run()} icon={<Quote />} />
      <span className="editor-bar-gap" />
      {isPost && (
        <>
          <Button label="Place" isOn={tool === "place"} run={() => open("place")} icon={<MapPinPlus />} hasWord />
          <Button label="Picture" isOn={tool === "picture"} run={() => open("picture")} icon={<ImagePlus />} hasWord />
          <Button
            label="Members line"
            isDisabled={on.hasBreak}
            run={() => insertBlock(editor, { type: "membersBreak" })}
            icon={<Lock />}
            hasWord
          />
        </>
      )}
      <span className="editor-bar-gap" />
      <Button label="Undo" isDisabled={!on.canUndo} run={() => chain().undo().run()} icon={<Undo2 />} />
      <Button label="Redo" isDisabled={!on.canRedo} run={() => chain().redo().run()} icon={<Redo2 />} />
    </div>
  );
}

function stateOf(editor: Editor) {
  let hasBreak = false;
  editor.state.doc.forEach((node) => {
    hasBreak ||= node.type.name === "membersBreak";
  });
  return {
    h2: editor.isActive("heading", { level: 2 }),
    h3: editor.isActive("heading", { level: 3 }),
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    link: editor.isActive("link"),
    list: editor.isActive("bulletList"),
    numbers: editor.isActive("orderedList"),
    quote: editor.isActive("blockquote"),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
    hasBreak,
  };
}

type ButtonProps = {
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  run: () => void;
  icon: ReactNode;
  /** Whether the label is shown next to the icon if there is room. */
  hasWord?: boolean;
};

function Button({ label, isOn, isDisabled = false, run, icon, hasWord = false }: ButtonProps) {
  return (
    <button
      type="button"
      className={hasWord ? "editor-button editor-button-word" : "editor-button"}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isDisabled}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
      {hasWord && <span aria-hidden="true">{label}</span>}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  buttons.at((at + by) % buttons.length)?.focus();
}
