import { photoAlt, PhotoCredit } from "./photo-credit.tsx";
import type { PhotoAsk } from "./photo.ts";
import type { PhotoState } from "./photo-state.ts";
import { usePhoto } from "./use-photo.ts";

type HeroPictureProps = {
  /** The page's own class, which gives the picture its shape. */
  className: string;
  picture: { hero: string; card: string; alt: string };
  /** What to look up in place of the drawn picture; null: nothing. */
  ask: PhotoAsk | null;
};

/** The picture on top of a page: drawn, and replaced by a photo in the same box where one is found. */
export function HeroPicture({ className, picture, ask }: HeroPictureProps) {
  const found = usePhoto(ask);
  return (
    <figure className={className} data-photo={found.state}>
      <div className="hero-frame">
        <picture className="picture">
          <source media="(width < 768px)" srcSet={picture.card} />
          <img
            src={picture.hero}
            alt={found.state === "loaded" ? "" : picture.alt}
            width={840}
            height={360}
            fetchPriority="high"
          />
        </picture>
        {found.state === "loaded" && (
          <div className="picture hero-photo">
            <img src={found.photo.url} alt={photoAlt(found.photo)} />
          </div>
        )}
      </div>
      <HeroCredit found={found} />
    </figure>
  );
}

function HeroCredit({ found }: { found: PhotoState }) {
  if (found.state === "drawn") return <figcaption className="credit">Illustration: Rowhouse</figcaption>;
  return (
    // Room for the longest line it may get, so that nothing moves.
    <figcaption className="credit hero-credit photo-credit">
      {found.state === "loaded" ? <PhotoCredit photo={found.photo} /> : "Illustration: Rowhouse"}
      {found.state === "fallback" && `. ${found.message}`}
    </figcaption>
  );
}
