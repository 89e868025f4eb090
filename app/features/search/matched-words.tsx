/** A text in which `[[` and `]]` stand around the words that a query matched. No line begins with its dots. */
export function MatchedWords({ text }: { text: string }) {
  return text
    .replaceAll(" · ", "\u00a0· ")
    .split(/\[\[|\]\]/)
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>));
}
