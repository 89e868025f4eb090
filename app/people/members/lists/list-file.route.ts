import { data } from "react-router";

import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/list-file.route";
import { findListFile } from "./list-export.server.ts";
import { LIST_FORMATS } from "./list-files.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** Downloads per member. */
const FILES_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(FILES_PER_MINUTE_MAX);

/** The user's own list as a file: `export.csv`, `export.geojson` or `export.kml`. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { db, env, now, viewer } = siteOf(context);
  const format = Object.values(LIST_FORMATS).find(({ extension }) => params.file === `export.${extension}`);
  if (format === undefined) throw data(null, { status: 404 });
  const { id: userId } = requireViewer(viewer, request);
  const retryAfter = limit.secondsToWait(userId, now);
  if (retryAfter !== null) throw data(null, { status: 429, headers: { "retry-after": String(retryAfter) } });
  const list = await findListFile(db, { userId, listId: params.id, siteUrl: env.siteUrl });
  if (list === null) throw data(null, { status: 404 });
  return new Response(format.write(list), {
    headers: {
      "content-type": format.contentType,
      "content-disposition": `attachment; ${fileNameParameters(list.name, format.extension)}`,
      "cache-control": "private, no-store",
    },
  });
}

/** An ASCII file name for all programs, and the list's full name (RFC 6266, RFC 8187) for those that support it. */
function fileNameParameters(name: string, extension: string): string {
  const asciiName = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const encodedName = encodeURIComponent(`${name.replaceAll(/[/\\:*?"<>|]+/g, " ").trim()}.${extension}`).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${asciiName === "" ? "list" : asciiName}.${extension}"; filename*=UTF-8''${encodedName}`;
}
