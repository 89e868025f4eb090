/** Says that figures or words nearby are invented: one a screen or block. */
export function DemoMark() {
  return (
    <span className="demo-mark" title="Invented, to show the site at work">
      Demo data
    </span>
  );
}
