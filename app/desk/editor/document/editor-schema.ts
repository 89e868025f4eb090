import { type Extensions, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { StarterKit } from "@tiptap/starter-kit";

/** Nodes that are allowed only at the top level, never in a quote or list. */
const OUTERMOST = "outermost";

const Text = StarterKit.configure({
  heading: { levels: [2, 3] },
  // Markdown has no underline. Code blocks aren't needed; existing ones are preserved verbatim.
  underline: false,
  codeBlock: false,
  document: false,
  link: { openOnClick: false, autolink: false, linkOnPaste: true, defaultProtocol: "https" },
});

const GuideText = Node.create({ name: "doc", topNode: true, content: `(block | ${OUTERMOST})+` });

/** A place in the text. */
export const PlaceNode = Node.create({
  name: "place",
  group: OUTERMOST,
  atom: true,
  draggable: true,
  addAttributes: () => ({ slug: { default: "" } }),
  renderHTML: ({ HTMLAttributes }) => ["div", { "data-place": HTMLAttributes["slug"] }],
});

/** The line below which the guide is for members. */
export const MembersBreakNode = Node.create({
  name: "membersBreak",
  group: OUTERMOST,
  atom: true,
  draggable: true,
  renderHTML: () => ["div", { "data-members-break": "" }],
});

/** Markdown that the editor doesn't support. It is preserved verbatim. */
export const OpaqueMarkdownNode = Node.create({
  name: "opaque",
  group: OUTERMOST,
  atom: true,
  draggable: true,
  addAttributes: () => ({ source: { default: "" } }),
  renderHTML: ({ HTMLAttributes }) => ["pre", {}, String(HTMLAttributes["source"])],
});

/** An uploaded picture; `title` is its credit. Pictures of other sites are dropped from pasted text. */
export const PictureNode = Image.extend({ name: "picture", group: () => OUTERMOST, parseHTML: () => [] });

/** The editor's schema for a guide's text. */
export function editorSchema(nodes: { place: Node; membersBreak: Node; opaque: Node; picture: Node }): Extensions {
  return [GuideText, Text, nodes.place, nodes.membersBreak, nodes.opaque, nodes.picture];
}

export const UNSTYLED_NODES = {
  place: PlaceNode,
  membersBreak: MembersBreakNode,
  opaque: OpaqueMarkdownNode,
  picture: PictureNode,
};
