import "../owner/own-photos.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { OwnerPage, sectionPath } from "#app/business/listings/dashboard/owner-page.tsx";
import { requireOwner } from "#app/business/listings/require-owner.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/crop-photo.route";
import { parsePhotoVersion } from "../owner/photo-form.server.ts";
import { cropPhoto } from "../owner/change-photos.server.ts";
import { CropFields } from "./crop-fields.tsx";
import { parseCropForm } from "./crop-form.ts";
import { recordPhotoChange } from "./record-photo-change.server.ts";
import { findOwnerPhoto } from "../photo-queries.server.ts";

export const handle = { audience: "owner" } satisfies RouteHandle;

/** Cropping a photo, for owners. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const photo = await findOwnerPhoto(site.db, { placeId: place.id, photoId: params.id });
  if (photo === null) throw noSuchPage();
  return { place: { slug: place.slug, name: place.name }, photo };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const crop = parseCropForm(form);
  if (crop === null) return data({ why: "Choose a shape and a size." }, { status: 400 });
  const own = { placeId: place.id, photoId: params.id, now: site.now };
  const outcome = await site.db.transaction(async (tx) => {
    const cropped = await cropPhoto(tx, { ...own, crop, version: parsePhotoVersion(form.text("version")) });
    if (cropped === "cropped")
      await recordPhotoChange(tx, { ...own, by: { kind: "owner", id: viewer.id }, action: "crop" });
    return cropped;
  });
  if (outcome === "no-such-photo") throw noSuchPage();
  if (outcome === "changed-meanwhile") {
    const why = "Someone else changed this photo in the meantime. The current version is below.";
    return data({ why }, { status: 409 });
  }
  return redirect(`${sectionPath(place.slug, "photos")}#${params.id}`, 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: "Crop a photo",
    description: "Choose which part of a photo visitors see.",
    path: `${sectionPath(loaderData.place.slug, "photos")}/${loaderData.photo.id}`,
  });

export default function CropPhoto({ loaderData: { place, photo }, actionData }: Route.ComponentProps) {
  return (
    <OwnerPage place={place} section="photos">
      <div className="crop-photo">
        <h2 className="h2">Crop a photo</h2>
        {actionData !== undefined && (
          <p className="form-problem" role="alert">
            {actionData.why}
          </p>
        )}
        <form method="post" className="crop-form">
          <input type="hidden" name="version" value={photo.version} />
          <CropFields key={photo.version} photo={photo} />
          <div className="own-photo-ways">
            <button type="submit" className="button button-primary">
              Save crop
            </button>
            <Link className="button button-plain" to={`${sectionPath(place.slug, "photos")}#${photo.id}`}>
              Cancel
            </Link>
          </div>
        </form>
      </div>
    </OwnerPage>
  );
}
