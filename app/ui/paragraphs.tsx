export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => <p key={index}>{text}</p>);
}
