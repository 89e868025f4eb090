import "./sponsored.css";

import { Link } from "react-router";

import type { SponsoredAd } from "./sponsored-ad.ts";

/** A sponsored place as visitors see it, linked to its page; `ping` is requested on a click. */
export function SponsoredCard({ ad, ping }: { ad: SponsoredAd; ping?: string }) {
  const { slug, name, headline, body, about, picture } = ad;
  return (
    <div className="sponsored-card">
      {picture !== null && (
        <div className="picture">
          <img src={picture} alt="" width={128} height={96} loading="lazy" decoding="async" />
        </div>
      )}
      <div className="sponsored-words">
        <p className="sponsored-mark">Sponsored</p>
        <h3 className="h3">
          {slug === "" ? (
            <span>{name}</span>
          ) : (
            <Link
              className="name-link"
              to={`/places/${slug}`}
              ping={ping}
              onClick={() => {
                // Not every browser supports `ping`. Reported twice, a click counts once.
                if (ping !== undefined) fetch(ping, { method: "POST", keepalive: true }).catch(() => {});
              }}
            >
              {name}
            </Link>
          )}
          <span className="sponsored-about">{about}</span>
        </h3>
        <p>
          <b>{headline}</b> {body}
        </p>
      </div>
    </div>
  );
}

/** A preview on a light and a dark page. */
export function SponsoredPreview({ ad }: { ad: SponsoredAd }) {
  return (
    <div className="sponsored-grounds">
      {(["light", "dark"] as const).map((ground) => (
        <section
          key={ground}
          className={`sponsored-ground sponsored-ground-${ground}`}
          aria-label={ground === "light" ? "On a light page" : "On a dark page"}
        >
          <div className="sponsored-slot">
            <SponsoredCard ad={{ ...ad, slug: "" }} />
          </div>
        </section>
      ))}
    </div>
  );
}
