import type { LoadedPhoto } from "./photo-state.ts";

/** Who took a photo, with the links that the provider asks for, and what the photo can't promise. */
export function PhotoCredit({ photo: { photographer, photographerUrl, pageUrl } }: { photo: LoadedPhoto }) {
  return (
    <>
      Photo by <CreditLink to={photographerUrl}>{photographer}</CreditLink> on{" "}
      <CreditLink to={pageUrl}>Pexels</CreditLink>. It may show another place.
    </>
  );
}

/** A photo without words of its own still says what it is. */
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
