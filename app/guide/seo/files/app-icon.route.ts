import { drawAppIcon } from "#illustrations/app-icon.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";

import type { Route } from "./+types/app-icon.route";
import { findAppIcon } from "./app-icons.ts";
import { fileNotFound } from "./file-response.ts";
import { rasterizeAt } from "../social/rasterize.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** A PNG icon for the installed app. */
export async function loader({ params }: Route.LoaderArgs): Promise<Response> {
  const icon = findAppIcon(params.file);
  if (icon === null) return fileNotFound();
  const png = await rasterizeAt(drawAppIcon(icon), icon.pixels);
  if (png === "busy") return new Response("Try again in a moment.\n", { status: 503, headers: { "retry-after": "5" } });
  return new Response(Uint8Array.from(png), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=604800" },
  });
}
