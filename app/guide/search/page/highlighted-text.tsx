/**
 * Renders `[[` and `]]` around matched words as `<mark>`. A no-break space keeps the separator dot off the start of a
 * line.
 */
export function HighlightedText({ text }: { text: string }) {
  return text
    .replaceAll(" · ", "\u00a0· ")
    .split(/\[\[|\]\]/)
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>));
}
