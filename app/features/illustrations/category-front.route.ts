import { isCategorySlug } from "#app/features/places/categories.ts";

import type { Route } from "./+types/category-front.route";
import { drawCategoryFront } from "./category-fronts.ts";
import { readLightFile } from "./picture-file.ts";
import { noSuchPicture, pictureResponse } from "./picture-response.ts";

export function loader({ params }: Route.LoaderArgs): Response {
  const file = readLightFile(params.file);
  if (file === null || !isCategorySlug(file.name)) return noSuchPicture();
  return pictureResponse(drawCategoryFront(file.name, file.light), { isVersioned: false });
}
