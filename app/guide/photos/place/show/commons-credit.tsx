import type { PlacePicture } from "#app/db/columns/photo-columns.ts";

/** Who took a photo from Wikimedia Commons, its license with a link to its text, and its page there. */
export function CommonsCredit({ credit: { author, license, licenseUrl, pageUrl } }: { credit: PlacePicture }) {
  return (
    <>
      Photo: {author === "" ? "author unknown" : author},{" "}
      <a className="link" href={licenseUrl} rel="license noopener">
        {license}
      </a>
      , via{" "}
      <a className="link" href={pageUrl} rel="noopener">
        Wikimedia Commons
      </a>
    </>
  );
}

/** The credit where there are no links. */
export function formatCommonsCredit({ author, license }: PlacePicture): string {
  return `Photo: ${author === "" ? "author unknown" : author}, ${license}, via Wikimedia Commons`;
}
