/** Marks nearby content as demo data. One per screen or block. */
export function DemoMark() {
  return (
    <span className="demo-mark" title="Made-up content that shows how the site works">
      Demo data
    </span>
  );
}
