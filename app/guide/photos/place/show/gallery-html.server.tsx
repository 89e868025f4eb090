import { renderToStaticMarkup } from "react-dom/server";

import { PhotoCredits } from "./photo-credits.tsx";
import { ResponsivePhoto } from "./photo-picture.tsx";
import type { GalleryPhoto, PreparedPhoto } from "../place-photo.ts";

/** Thumbnails below the first photo. The gallery page shows all photos. */
const THUMBNAILS_MAX = 6;

/**
 * A place's photos as static HTML for its page. They never change in the browser, so the page saves the script to hydrate
 * them. Null without photos.
 */
export function renderGallery(place: { slug: string; name: string }, photos: readonly GalleryPhoto[]): string | null {
  const [first, ...others] = photos;
  if (first === undefined) return null;
  return renderToStaticMarkup(<GalleryFigure slug={place.slug} first={first} others={others} />);
}

function GalleryFigure({ slug, first, others }: { slug: string; first: GalleryPhoto; others: GalleryPhoto[] }) {
  const shown = others.slice(0, THUMBNAILS_MAX);
  const hidden = others.length - shown.length;
  return (
    <figure className="place-picture">
      <a href={photoPath(slug, first)}>
        <ResponsivePhoto photo={first} sizes="(width < 1248px) 100vw, 1200px" loading="eager" className="picture" />
      </a>
      {shown.length > 0 && (
        <ul className="gallery-thumbnails">
          {shown.map((photo) => (
            <li key={photo.id}>
              <a href={photoPath(slug, photo)}>
                <ResponsivePhoto photo={photo} sizes="(width < 768px) 40vw, 190px" loading="lazy" className="picture" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <figcaption className="credit">
        <PhotoCredits photos={[first, ...others]} />
        {hidden > 0 && (
          <>
            {". "}
            <a className="link" href={`/places/${slug}/photos`}>
              All {others.length + 1} photos
            </a>
          </>
        )}
      </figcaption>
    </figure>
  );
}

function photoPath(slug: string, { id }: PreparedPhoto): string {
  return `/places/${slug}/photos#${id}`;
}
