import "./photo-credits.css";

import { Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import type { Route } from "./+types/photo-credits.route";
import { listPhotoCredits, type PhotoCredit } from "../photo-queries.server.ts";
import { PHOTO_CREDITS_TAG } from "../place-photo.ts";

export const handle = { audience: "everyone", query: ["page"] } as const satisfies RouteHandle;

const CREDITS_PATH = "/credits";

/** Every photo from Wikimedia Commons with its author, license and source. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, page } = siteOf(context);
  const wanted = parsePage(readQuery(request, handle).get("page"));
  const { credits, pageCount } = await listPhotoCredits(db, { page: wanted });
  if (wanted > pageCount) throw redirect(creditsPath(pageCount));
  page.tags.add("places").add(PHOTO_CREDITS_TAG);
  for (const { slug } of credits) page.tags.add(`place:${slug}`);
  return { credits, page: wanted, pageCount };
}

/** 1 for anything that is no page. */
function parsePage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

function creditsPath(page: number): string {
  return page === 1 ? CREDITS_PATH : `${CREDITS_PATH}?page=${page}`;
}

export const meta: Route.MetaFunction = ({ loaderData: { page, pageCount }, matches }) =>
  pageMeta({
    matches,
    title: page === 1 ? "Photo credits" : `Photo credits, page ${page}`,
    description:
      "Who took the photos from Wikimedia Commons on Rowhouse, under which license, and where each one is from.",
    path: creditsPath(page),
    pager: {
      ...(page > 1 && { prev: creditsPath(page - 1) }),
      ...(page < pageCount && { next: creditsPath(page + 1) }),
    },
  });

export default function PhotoCredits({ loaderData: { credits, page, pageCount } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <h1 className="d2 page-title">Photo credits</h1>
      <div className="prose credits-text">
        <p>
          Photos from Wikimedia Commons are free to use under the license that their author chose. We resize them, and
          place pages crop them. Each place’s photo page shows them whole. Photos from a business, from a member or from
          Pexels are credited under the picture. Most other pictures are{" "}
          <Link className="link" to="/about">
            drawn by us
          </Link>
          .
        </p>
        <p>
          Did you take one of these photos, and is something wrong with its credit?{" "}
          <Link className="link" to="/contact">
            Contact us
          </Link>
          .
        </p>
      </div>
      {credits.length === 0 ? (
        <EmptyState title="No photos from Wikimedia Commons yet">
          Every place shows its drawing or its own photos.
        </EmptyState>
      ) : (
        <CreditsTable credits={credits} />
      )}
      <Pager label="Photo credits" page={page} pageCount={pageCount} hrefFor={creditsPath} />
    </div>
  );
}

function CreditsTable({ credits }: { credits: readonly PhotoCredit[] }) {
  return (
    <div className="credits-table">
      <table className="data-table">
        <caption className="sr-only">Photos from Wikimedia Commons</caption>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Photo</th>
            <th scope="col">Author</th>
            <th scope="col">License</th>
          </tr>
        </thead>
        <tbody>
          {credits.map(({ placeName, slug, credit: { file, pageUrl, author, origin, license, licenseUrl } }) => (
            <tr key={`${slug} ${file}`}>
              <td>
                <Link className="link" to={`/places/${slug}`}>
                  {placeName}
                </Link>
              </td>
              <td>
                <a className="link" href={pageUrl} rel="noopener">
                  {file}
                </a>
              </td>
              <td>
                {author === "" ? "Unknown" : author}
                {origin !== "" && <span className="text-muted"> ({origin})</span>}
              </td>
              <td>
                <a className="link" href={licenseUrl} rel="license noopener">
                  {license}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
