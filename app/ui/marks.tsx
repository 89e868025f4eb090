/** A house front in three strokes and the name. */
export function Logo() {
  return (
    <>
      <svg
        width="26"
        height="30"
        viewBox="0 0 26 30"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        aria-hidden="true"
      >
        <path d={LOGO_STROKES} />
      </svg>
      Rowhouse
    </>
  );
}

/** Three stars over two bars. Used at most once above a section of a page, and once at the end of a guide. */
export function SectionMark() {
  return (
    <svg className="section-mark" width="34" height="25" viewBox="0 0 34 25" fill="currentColor" aria-hidden="true">
      <path d={STARS_AND_BARS} />
    </svg>
  );
}

/** The flag's star, as ratings show it. Its size and color come from the class. */
export function Star({ className }: { className?: string }) {
  return (
    <svg className={className} width="14" height="14" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <path d={STAR} />
    </svg>
  );
}

const LOGO_STROKES = "M2 29V11.5L7.5 2L13 11.5V29M13 9.5H24V29M16 29V20.5A2.6 2.6 0 0 1 21.2 20.5V29";

const STARS_AND_BARS =
  "M6 .2 7.17 3.79h3.78L7.89 6.01l1.17 3.6L6 7.39 2.94 9.61l1.17-3.6L1.05 3.79h3.78ZM17 .2l1.17 3.59h3.78l-3.06 2.22 " +
  "1.17 3.6L17 7.39l-3.06 2.22 1.17-3.6-3.06-2.22h3.78ZM28 .2l1.17 3.59h3.78l-3.06 2.22 1.17 3.6L28 7.39l-3.06 2.22 " +
  "1.17-3.6-3.06-2.22h3.78ZM0 13h34v4.4H0ZM0 20.6h34V25H0Z";

const STAR = "M10 .8l2.25 6.91h7.26l-5.88 4.27 2.25 6.91L10 14.62l-5.88 4.27 2.25-6.91L.49 7.71h7.26Z";
