import type { Route } from "./+types/member-house.route";
import { drawMemberHouse } from "./member-house.ts";
import { readLightFile } from "./picture-file.ts";
import { noSuchPicture, pictureResponse } from "./picture-response.ts";

export function loader({ params }: Route.LoaderArgs): Response {
  const file = readLightFile(params.file);
  if (file === null || !/^(?:0|[1-9]\d{0,9})$/.test(file.name)) return noSuchPicture();
  return pictureResponse(drawMemberHouse(Number(file.name), file.light), { isVersioned: false });
}
