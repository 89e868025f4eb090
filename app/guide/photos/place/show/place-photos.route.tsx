import "./gallery.css";
import "./lightbox.css";

import { Link, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

import type { Route } from "./+types/place-photos.route";
import { PhotoCredits } from "./photo-credits.tsx";
import { ResponsivePhoto } from "./photo-picture.tsx";
import { findPlaceBySlug } from "#app/guide/places/facts/find-place.server.ts";
import { listPublicPhotos } from "../photo-queries.server.ts";

export const handle = { audience: "everyone", isIndexed: false } satisfies RouteHandle;

/** All photos of a place on one page. The lightbox on the place's page loads them from here. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, page } = siteOf(context);
  const place = await findPlaceBySlug(db, params.slug);
  if (place === null) throw noSuchPage();
  page.tags.add(`place:${place.slug}`);
  const photos = await listPublicPhotos(db, place.id);
  // The last photo was removed: old links lead to the place.
  if (photos.length === 0) throw redirect(`/places/${place.slug}`);
  return { place: { slug: place.slug, name: place.name }, photos };
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    matches,
    title: `Photos of ${place.name}`,
    description: `Photos of ${place.name}, each with who sent or took it.`,
    path: `/places/${place.slug}/photos`,
  });

export default function PlacePhotos({ loaderData: { place, photos } }: Route.ComponentProps) {
  return (
    <div className="wrap gallery-page">
      <Breadcrumbs trail={[{ label: place.name, to: `/places/${place.slug}` }, { label: "Photos" }]} />
      <h1 className="d3">Photos of {place.name}</h1>
      <ol className="gallery-photos">
        {photos.map((photo, index) => (
          <li key={photo.id} id={photo.id}>
            <figure className="gallery-photo">
              <ResponsivePhoto
                photo={photo}
                sizes="(width < 960px) 100vw, 900px"
                loading={index === 0 ? "eager" : "lazy"}
              />
              <figcaption>
                <span>{photo.alt}</span>
                <span className="credit">
                  <PhotoCredits photos={[photo]} />
                  {" · "}
                  <Link className="link" to={`/place-photos/${photo.id}/report`} rel="nofollow">
                    Report<span className="sr-only"> the photo: {photo.alt}</span>
                  </Link>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ol>
    </div>
  );
}
