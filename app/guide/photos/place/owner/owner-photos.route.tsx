import { data, Link, redirect, useLocation } from "react-router";

import type { PlacePicture } from "#app/db/columns/photo-columns.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { useAfterNavigation } from "#app/ui/use-after-navigation.ts";

import { OwnerPage, sectionPath } from "#app/business/listings/dashboard/owner-page.tsx";
import { requireOwner } from "#app/business/listings/require-owner.server.ts";
import type { Route } from "./+types/owner-photos.route";
import { addPhotoFiles, type PhotoFormResult, applyPhotoForm } from "./photo-form.server.ts";
import { OwnerPhotoRows } from "./owner-photo-rows.tsx";
import { PHOTO_REFUSAL_MESSAGES } from "../upload/photo-refusals.ts";
import { listOwnerPhotos, listPublicPhotos } from "../photo-queries.server.ts";
import { CommonsCredit } from "../show/commons-credit.tsx";
import { ResponsivePhoto } from "../show/photo-picture.tsx";
import { PHOTOS_PER_PLACE_MAX, type PreparedPhoto, UPLOAD_BYTES_MAX } from "../place-photo.ts";
import { MEMBER_UPLOADS, readUploadForm } from "../upload/read-upload.server.ts";
import { RejectedFiles } from "../upload/rejected-files.tsx";
import { RemovedPhotos } from "./removed-photos.tsx";
import { UploadForm } from "../upload/photo-upload-form.tsx";
import { usePreparationPolling } from "../upload/use-preparation-polling.ts";

export const handle = { audience: "owner", uploadBytesMax: UPLOAD_BYTES_MAX } satisfies RouteHandle;

/** The owner's page of a place's photos. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const { slug, name } = place;
  const shown = await listPublicPhotos(site.db, place.id);
  return {
    place: { slug, name },
    ...(await listOwnerPhotos(site.db, { placeId: place.id, now: site.now })),
    fetched: shown.flatMap(({ credit, ...photo }) => (credit === null ? [] : [{ photo, credit }])),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const changed = await change({ ...site, storage: openStorage(site.env) }, request, {
    placeId: place.id,
    uploadedBy: viewer.id,
  });
  if (changed.outcome === "refused") return data(changed, { status: changed.status });
  const path = sectionPath(place.slug, "photos");
  return redirect(changed.at === null ? path : `${path}#${changed.at}`, 303);
}

async function change(
  context: Parameters<typeof addPhotoFiles>[0],
  request: Request,
  to: { placeId: number; uploadedBy: string },
): Promise<PhotoFormResult> {
  const isUpload = request.headers.get("content-type")?.startsWith("multipart/form-data") === true;
  if (!isUpload) return applyPhotoForm(context, await readForm(request), to);
  const files = await MEMBER_UPLOADS.runFor(to.uploadedBy, () => readUploadForm(request));
  if (files === "busy")
    return { outcome: "refused", status: 503, why: PHOTO_REFUSAL_MESSAGES.busy, files: [], alts: [] };
  return addPhotoFiles(context, { to, files: files ?? [] });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Photos of ${loaderData.place.name}`,
    description: "The photos on your listing.",
    path: sectionPath(loaderData.place.slug, "photos"),
  });

export default function OwnerPhotos({ loaderData, actionData }: Route.ComponentProps) {
  const { place, photos, takenOff, fetched } = loaderData;
  const refused = actionData ?? null;
  const { hash } = useLocation();
  usePreparationPolling(photos.some(({ state }) => state === "preparing"));
  useAfterNavigation(() => {
    // The clicked button was removed with its photo, so move the focus to where the photo is now.
    if (document.activeElement === document.body) document.getElementById(hash.slice(1))?.focus();
  });
  return (
    <OwnerPage place={place} section="photos">
      <div className="own-photos">
        <p className="own-photos-lead">
          Photos go live as soon as you describe them. The first one appears at the top of your listing. Show the place
          as it is: we remove photos that belong to others or show a different place.
        </p>
        {/* A problem with a description is shown at its photo, unless the photo was removed. */}
        {refused !== null && !photos.some(({ id }) => refused.alts.some((alt) => alt.id === id)) && (
          <RejectedFiles why={refused.why} files={refused.files} />
        )}
        <UploadForm
          path={`${sectionPath(place.slug, "photos")}/upload`}
          room={PHOTOS_PER_PLACE_MAX - photos.length}
          full={`You have ${PHOTOS_PER_PLACE_MAX} photos, the limit for a place. Remove one to add another.`}
        />
        <section aria-labelledby="photos">
          <h2 className="h2" id="photos">
            {photos.length === 0 ? "No photos yet" : pluralize(photos.length, "photo")}
          </h2>
          {photos.length === 0 ? (
            <p className="text-muted">
              {fetched.length === 0
                ? "Your listing shows an illustration until you add a photo."
                : "Your listing shows the photo below until you add your own."}
            </p>
          ) : (
            <OwnerPhotoRows slug={place.slug} photos={photos} refused={refused?.alts ?? []} />
          )}
        </section>
        <FetchedPhotos slug={place.slug} fetched={fetched} />
        <RemovedPhotos photos={takenOff} />
      </div>
    </OwnerPage>
  );
}

type FetchedPhotosProps = { slug: string; fetched: readonly { photo: PreparedPhoto; credit: PlacePicture }[] };

/** Free photos from Wikimedia Commons, which owners can't change. Their own come first. */
function FetchedPhotos({ slug, fetched }: FetchedPhotosProps) {
  if (fetched.length === 0) return null;
  return (
    <section aria-labelledby="fetched">
      <h2 className="h2" id="fetched">
        From Wikimedia Commons
      </h2>
      <p className="text-muted">
        Free photos of your place. Your own photos come first. Does one show something else?{" "}
        <Link className="link" to={`/places/${slug}#photos`}>
          Report it on your page
        </Link>
        .
      </p>
      <ul className="fetched-photos">
        {fetched.map(({ photo, credit }) => (
          <li key={photo.id}>
            <figure>
              <ResponsivePhoto photo={photo} sizes="240px" loading="lazy" className="picture" />
              <figcaption className="credit">
                <CommonsCredit credit={credit} />
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
