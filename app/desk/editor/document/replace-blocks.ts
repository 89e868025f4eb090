import type { Editor, JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { diffArrays } from "diff";

/** Replaces only the blocks in which a new document differs, so that the cursor stays where it is in all others. */
export function replaceChangedBlocks(editor: Editor, content: JSONContent): void {
  const { state } = editor;
  const next = editor.schema.nodeFromJSON(content);
  const tr = state.tr;
  // From the end, so that the positions before it stay valid.
  for (const { from, to, nodes } of changedRanges(state.doc, next).toReversed()) tr.replaceWith(from, to, nodes);
  // It is another editor's change, or one that the form already has.
  editor.view.dispatch(tr.setMeta("preventUpdate", true).setMeta("addToHistory", false));
}

type ChangedRange = { from: number; to: number; nodes: Node[] };

function changedRanges(doc: Node, next: Node): ChangedRange[] {
  const ranges: ChangedRange[] = [];
  let open: ChangedRange | null = null;
  let [position, index, nextIndex] = [0, 0, 0];
  const serialized = (node: Node) => node.children.map((block) => JSON.stringify(block));
  for (const { added, removed, value } of diffArrays(serialized(doc), serialized(next))) {
    if (added || removed) {
      if (open === null) ranges.push((open = { from: position, to: position, nodes: [] }));
    } else open = null;
    if (added) open?.nodes.push(...next.children.slice(nextIndex, nextIndex + value.length));
    if (!added) {
      position += doc.children.slice(index, index + value.length).reduce((sum, block) => sum + block.nodeSize, 0);
      index += value.length;
    }
    if (!removed) nextIndex += value.length;
    if (removed && open !== null) open.to = position;
  }
  return ranges;
}
