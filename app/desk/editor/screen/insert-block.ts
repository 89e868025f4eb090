import { type Editor, Extension, type JSONContent } from "@tiptap/core";
import { NodeSelection, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";

/**
 * Inserts a block below the cursor's one, or in place of an empty line. The cursor is then in a line below the block, so that
 * what is typed next doesn't replace it.
 */
export function insertBlock(editor: Editor, block: JSONContent): void {
  const insert = ({ tr, state }: { tr: Transaction; state: Editor["state"] }) => {
    const { $from, $to, to } = tr.selection;
    const end = $to.depth === 0 ? Math.min(to, tr.doc.content.size) : $to.after(1);
    const isEmptyLine = $from.depth === 1 && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
    const start = isEmptyLine ? $from.before(1) : end;
    const node = state.schema.nodeFromJSON(block);
    tr.replaceWith(start, end, node);
    putCursorInLineAt(tr, start + node.nodeSize);
    return true;
  };
  editor.commands.command(insert);
  // At once, where the editor's own command waits for a frame, in which typed letters would be lost.
  editor.view.focus();
}

/** Puts the cursor in the empty line at a position between blocks, and adds that line if there is none. */
function putCursorInLineAt(tr: Transaction, position: number): void {
  const next = tr.doc.nodeAt(position);
  if (next?.type.name !== "paragraph" || next.content.size > 0) {
    const line = tr.doc.type.schema.nodes["paragraph"]?.createAndFill();
    if (line != null) tr.insert(position, line);
  }
  tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView();
}

/** The position below a selected block; null while text is selected. */
export function positionBelowSelectedBlock({ selection }: Pick<Editor["state"], "selection">): number | null {
  return selection instanceof NodeSelection && selection.node.isAtom ? selection.to : null;
}

/** What is typed while a block is selected goes in a line below it, where ProseMirror would replace the block. */
export const TypingBesideBlocks = Extension.create({
  name: "typingBesideBlocks",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => {
          const below = positionBelowSelectedBlock(view.state);
          if (below === null) return false;
          const { tr } = view.state;
          putCursorInLineAt(tr, below);
          view.dispatch(tr.insertText(text));
          return true;
        },
        handleDOMEvents: {
          // Text of an input method arrives without `handleTextInput`.
          compositionstart: (view) => {
            const below = positionBelowSelectedBlock(view.state);
            if (below === null) return false;
            const { tr } = view.state;
            putCursorInLineAt(tr, below);
            view.dispatch(tr);
            return false;
          },
        },
      },
    }),
  ],
});
