import { isCategorySlug } from "#app/guide/places/facts/categories.ts";

import type { Route } from "./+types/category-front.route";
import { drawCategoryFront } from "#illustrations/category-fronts.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { parseLightFileName } from "./picture-file.ts";
import { pictureNotFound, pictureResponse } from "./picture-response.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function loader({ params }: Route.LoaderArgs): Response {
  const file = parseLightFileName(params.file);
  if (file === null || !isCategorySlug(file.name)) return pictureNotFound();
  return pictureResponse(drawCategoryFront(file.name, file.light), { isVersioned: false });
}
