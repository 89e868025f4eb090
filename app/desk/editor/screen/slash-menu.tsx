import "./editor-text.css";

import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useEffect, useId, useState } from "react";

import { pluralize } from "#app/ui/format-count.ts";

import type { EditorTool } from "./editor-toolbar.tsx";
import { type SlashBlock, findSlashBlocks, readSlashQuery } from "./slash-blocks.ts";

type SlashMenuProps = { editor: Editor; onTool: (tool: EditorTool) => void; isPost: boolean };

/** The block menu after "/" at the start of a line. The cursor stays in the text. */
export function SlashMenu({ editor, onTool, isPost }: SlashMenuProps) {
  const menu = useSlashMenu({ editor, onTool, isPost });
  const { listId, offered, chosen, top, isOpen, take } = menu;
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && `${pluralize(offered.length, "block")}. ${offered[chosen]?.name ?? ""}`}
      </p>
      {isOpen && (
        <div className="slash-menu" id={listId} role="listbox" aria-label="Blocks" style={{ top }}>
          {offered.map((block, index) => (
            <button
              type="button"
              key={block.name}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              // Keeps the cursor in the text.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(block)}
            >
              <b>{block.name}</b>
              <span>{block.hint}</span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function useSlashMenu({ editor, onTool, isPost }: SlashMenuProps) {
  const listId = useId();
  const { from, text, hasMembersLine, isFocused } = useEditorState({
    editor,
    selector: ({ editor: now }) => stateOf(now),
  });
  const [chosenOf, setChosen] = useState({ text: "", index: 0 });
  /** The position where Escape closed the menu. It opens there again after the "/" was removed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  if (closedAt !== null && closedAt !== from) setClosedAt(null);
  const offered = text === null ? [] : findSlashBlocks(text, { hasMembersLine, isPost });
  const chosen = chosenOf.text === text ? Math.min(chosenOf.index, offered.length - 1) : 0;
  const isOpen = offered.length > 0 && isFocused && closedAt !== from;
  const take = (block: SlashBlock) => {
    const query = readSlashQuery(editor);
    if (query !== null) editor.chain().focus().deleteRange(query).run();
    block.insert(editor, onTool);
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.isComposing || text === null) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && !event.altKey) setChosen({ text, index: (chosen + by + offered.length) % offered.length });
    else if (event.key === "Enter" || event.key === "Tab") {
      const block = offered[chosen];
      if (block !== undefined) take(block);
    } else if (event.key === "Escape") setClosedAt(from);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    const { dom } = editor.view;
    // Runs before the editor's own handler.
    dom.addEventListener("keydown", press, true);
    return () => dom.removeEventListener("keydown", press, true);
  });
  useEffect(() => {
    const { dom } = editor.view;
    if (!isOpen) return undefined;
    dom.setAttribute("aria-controls", listId);
    dom.setAttribute("aria-activedescendant", `${listId}-${chosen}`);
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: "nearest" });
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, isOpen, listId, chosen]);
  return { listId, offered, chosen, isOpen, take, top: isOpen && from !== null ? topOf(editor, from) : 0 };
}

function stateOf(editor: Editor) {
  const query = readSlashQuery(editor);
  let hasMembersLine = false;
  editor.state.doc.forEach((node) => {
    hasMembersLine ||= node.type.name === "membersBreak";
  });
  return { from: query?.from ?? null, text: query?.text ?? null, hasMembersLine, isFocused: editor.isFocused };
}

/** The position below the line, relative to the top of the editor. */
function topOf({ view }: Editor, at: number): number {
  const around = view.dom.closest(".editor")?.getBoundingClientRect().top ?? 0;
  return view.coordsAtPos(at).bottom - around + 4;
}
