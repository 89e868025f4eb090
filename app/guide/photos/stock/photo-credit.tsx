import type { LoadedPhoto } from "./photo-state.ts";

/** A photo's credit with the links that Pexels requires, and a note that it may show another place. */
export function PhotoCredit({ photo: { photographer, photographerUrl, pageUrl } }: { photo: LoadedPhoto }) {
  return (
    <>
      Photo by <CreditLink to={photographerUrl}>{photographer}</CreditLink> on{" "}
      <CreditLink to={pageUrl}>Pexels</CreditLink>. It may show another place.
    </>
  );
}

/** The photo's alt text, else its photographer. */
export function photoAlt({ alt, photographer }: LoadedPhoto): string {
  return alt === "" ? `Photo by ${photographer}` : alt;
}

function CreditLink({ to, children }: { to: string | null; children: string }) {
  if (to === null) return children;
  return (
    <a className="link" href={to} rel="noopener">
      {children}
    </a>
  );
}
