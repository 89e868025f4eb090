import { eq } from "drizzle-orm";

import { posts } from "#app/db/schema/guides.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/guide-picture.route";
import { parsePicturePath } from "./picture-file.ts";
import { guidePictureInput } from "#illustrations/picture-inputs.ts";
import { pictureNotFound, pictureResponse } from "./picture-response.ts";
import { drawPicture } from "#illustrations/picture.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const address = parsePicturePath(params);
  if (address === null) return pictureNotFound();
  const { db, now, page } = siteOf(context);
  const [guide] = await db.select().from(posts).where(eq(posts.slug, address.slug)).limit(1);
  if (guide === undefined || guide.pictureSalt !== address.salt) return pictureNotFound();
  page.tags.add(`guide:${guide.slug}`);
  const input = guidePictureInput({
    slug: guide.slug,
    category: guide.categorySlug,
    neighborhood: guide.neighborhoodSlug,
    picture: guide.picture,
    keywords: guide.keywords,
    salt: address.salt,
    crop: address.crop,
  });
  return pictureResponse(drawPicture(guide.publishedAt <= now ? { ...input, title: guide.title } : input).svg, {
    isVersioned: true,
  });
}
