import { eq } from "drizzle-orm";

import { places } from "#app/db/schema/places.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/place-picture.route";
import { parsePicturePath } from "./picture-file.ts";
import { placePictureInput } from "#illustrations/picture-inputs.ts";
import { pictureNotFound, pictureResponse } from "./picture-response.ts";
import { drawPicture } from "#illustrations/picture.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const address = parsePicturePath(params);
  if (address === null) return pictureNotFound();
  const { db, page } = siteOf(context);
  const [place] = await db.select().from(places).where(eq(places.slug, address.slug)).limit(1);
  if (place === undefined || place.pictureSalt !== address.salt) return pictureNotFound();
  page.tags.add(`place:${place.slug}`);
  const input = placePictureInput({
    slug: place.slug,
    category: place.categorySlug,
    type: place.type,
    neighborhood: place.neighborhoodSlug,
    street: place.street,
    isDescribed: place.description !== "",
    salt: address.salt,
    crop: address.crop,
  });
  return pictureResponse(drawPicture({ ...input, title: `${place.name}, ${place.type}` }).svg, { isVersioned: true });
}
