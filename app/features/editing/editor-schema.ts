import { type Extensions, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { StarterKit } from "@tiptap/starter-kit";

/** What stands at the outermost level of a guide alone, never in a quote or list. */
const OUTERMOST = "outermost";

const Text = StarterKit.configure({
  heading: { levels: [2, 3] },
  // Markdown has no word for the first; the second no guide needs, and one that has it keeps it.
  underline: false,
  codeBlock: false,
  document: false,
  link: { openOnClick: false, autolink: false, linkOnPaste: true, defaultProtocol: "https" },
});

const GuideText = Node.create({ name: "doc", topNode: true, content: `(block | ${OUTERMOST})+` });

/** A place of the guide where it stands in the text. */
export const PlaceNode = Node.create({
  name: "place",
  group: OUTERMOST,
  atom: true,
  draggable: true,
  addAttributes: () => ({ slug: { default: "" } }),
  renderHTML: ({ HTMLAttributes }) => ["div", { "data-place": HTMLAttributes["slug"] }],
});

/** From here on the guide is for members. */
export const MembersBreak = Node.create({
  name: "membersBreak",
  group: OUTERMOST,
  atom: true,
  draggable: true,
  renderHTML: () => ["div", { "data-members-break": "" }],
});

/** A piece of Markdown that the editor has no tools for. It stays as it is, letter by letter. */
export const Kept = Node.create({
  name: "kept",
  group: OUTERMOST,
  atom: true,
  draggable: true,
  addAttributes: () => ({ source: { default: "" } }),
  renderHTML: ({ HTMLAttributes }) => ["pre", {}, String(HTMLAttributes["source"])],
});

/** A picture of ours; `title` is whose it is. Pictures of other sites are not taken over with what is pasted. */
export const Picture = Image.extend({ name: "picture", group: () => OUTERMOST, parseHTML: () => [] });

/** What a guide's text may be made of in the editor. */
export function editorSchema(nodes: { place: Node; membersBreak: Node; kept: Node; picture: Node }): Extensions {
  return [GuideText, Text, nodes.place, nodes.membersBreak, nodes.kept, nodes.picture];
}

export const PLAIN_NODES = { place: PlaceNode, membersBreak: MembersBreak, kept: Kept, picture: Picture };
