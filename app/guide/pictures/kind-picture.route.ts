import { drawPicture } from "#illustrations/picture.ts";
import { KIND_PICTURES, kindPictureInput } from "#illustrations/picture-inputs.ts";
import { isPictureSubject } from "#illustrations/picture-subject.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";

import type { Route } from "./+types/kind-picture.route";
import { parsePicturePath } from "./picture-file.ts";
import { pictureNotFound, pictureResponse } from "./picture-response.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** A picture that the listed places of one kind and street share. */
export function loader({ params }: Route.LoaderArgs): Response {
  const address = parsePicturePath(params);
  if (address === null || !isPictureSubject(address.slug) || address.salt >= KIND_PICTURES) return pictureNotFound();
  const input = kindPictureInput({ subject: address.slug, variant: address.salt, crop: address.crop });
  return pictureResponse(drawPicture(input).svg, { isVersioned: true });
}
