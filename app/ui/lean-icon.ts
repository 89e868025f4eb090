import { createElement, type ComponentProps } from "react";

interface IconData {
  node: readonly [tag: string, attributes: Record<string, string>][];
}

/**
 * Makes a component of the lines of one of Lucide's icons: 24 px, drawn with strokes in the color of the text.
 *
 * It takes the place of Lucide's own `createLucideIcon` in builds (`cli/lean-icons.ts`), whose sizes by context, names for
 * assistive technology and checks nothing here uses: they were a kilobyte of every page's script.
 */
export default function createIcon({ node }: IconData) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (attributes: ComponentProps<"svg">) =>
    createElement(
      "svg",
      {
        width: 24,
        height: 24,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        ...attributes,
      },
      lines,
    );
}
