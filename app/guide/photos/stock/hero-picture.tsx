import "./photos.css";

import { photoAlt, PhotoCredit } from "./photo-credit.tsx";
import type { PhotoQuery } from "./photo.ts";
import type { PhotoState } from "./photo-state.ts";
import { usePhoto } from "./use-photo.ts";

type HeroPictureProps = {
  /** The page's class, which sets the picture's size. */
  className: string;
  picture: { hero: string; card: string; alt: string };
  /** The query for a photo that replaces the drawn picture. Null: no lookup. */
  query: PhotoQuery | null;
  /** The credit below the picture; null for none. */
  credit?: string | null;
};

/** The picture at the top of a page. Starts as a drawing, replaced by a photo of the same size if one is found. */
export function HeroPicture({ className, picture, query: ask, credit = "Illustration: Rowhouse" }: HeroPictureProps) {
  const photoState = usePhoto(ask);
  return (
    <figure className={className} data-photo={photoState.state}>
      <div className="hero-frame">
        <picture className="picture">
          <source media="(width < 768px)" srcSet={picture.card} />
          <img
            src={picture.hero}
            alt={photoState.state === "loaded" ? "" : picture.alt}
            width={840}
            height={360}
            fetchPriority="high"
          />
        </picture>
        {photoState.state === "loaded" && (
          <div className="picture hero-photo">
            <img src={photoState.photo.url} alt={photoAlt(photoState.photo)} />
          </div>
        )}
      </div>
      <HeroCredit {...{ photoState, credit }} />
    </figure>
  );
}

function HeroCredit({ photoState, credit }: { photoState: PhotoState; credit: string | null }) {
  if (photoState.state === "drawn")
    return credit === null ? null : <figcaption className="credit">{credit}</figcaption>;
  return (
    // Reserves space for the longest credit, so that nothing moves.
    <figcaption className="credit hero-credit photo-credit">
      {photoState.state === "loaded" ? <PhotoCredit photo={photoState.photo} /> : "Illustration: Rowhouse"}
      {photoState.state === "fallback" && `. ${photoState.message}`}
    </figcaption>
  );
}
