import { and, asc, eq, gt, isNotNull, notExists, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { PHOTO_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { PHOTO_REFUSAL_MESSAGES } from "#app/guide/photos/place/upload/photo-refusals.ts";
import { addPhoto } from "#app/guide/photos/place/upload/add-photo.server.ts";

import { SourceFault, type SourceFaultKind } from "../http/source-fault.ts";
import type { CompletionWork } from "../live-source.server.ts";
import { PICTURE_REFUSALS, readCommonsFile } from "./commons-file.ts";
import { askCommonsFiles } from "./commons-files.server.ts";

/** Their files are asked about together. */
const PICTURES_PER_BATCH = 50;

/** With these only the one picture can't be read; all else is about the server. */
const FAULTS_OF_ONE_PICTURE: ReadonlySet<SourceFaultKind> = new Set([
  "refused",
  "failed",
  "too-slow",
  "too-large",
  "cut-off",
  "malformed",
  "bad-redirect",
]);

/**
 * Fetches the pictures that facts of places name and that aren't here, each once. Interrupted, it goes on with what is missing.
 *
 * @returns False when it was stopped before the end.
 * @throws SourceFault when the server can't be read.
 */
export async function fetchPictures(work: CompletionWork): Promise<boolean> {
  const counts: Record<string, number> = {};
  let after = 0;
  for (;;) {
    const wanted = await listMissingPictures(work.db, after);
    if (wanted.length === 0) return true;
    const pages = await askCommonsFiles(
      work.http,
      work.hosts.commons,
      wanted.map(({ file }) => file),
    );
    for (const { placeId, name, file } of wanted) {
      if (work.signal.aborted || !(await work.save(counts))) return false;
      const what = await fetchPicture(work, { placeId, name, file, page: pages.get(file) });
      counts[what] = (counts[what] ?? 0) + 1;
      after = placeId;
    }
  }
}

/** Of listed places, the lowest id first. Served by place_facts_of_wikimedia and place_photos_once_fetched. */
async function listMissingPictures(db: Database, after: number) {
  const file = sql<string>`${placeFacts.value} ->> 'file'`;
  const isHere = and(
    eq(placePhotos.placeId, placeFacts.placeId),
    eq(placePhotos.sourceFile, file),
    isNotNull(placePhotos.storedAt),
  );
  return db
    .select({ placeId: places.id, name: places.name, file })
    .from(placeFacts)
    .innerJoin(places, and(eq(places.id, placeFacts.placeId), eq(places.status, "published")))
    .where(
      and(
        eq(placeFacts.field, "picture"),
        gt(placeFacts.placeId, after),
        notExists(
          db
            .select({ one: sql`1` })
            .from(placePhotos)
            .where(isHere),
        ),
      ),
    )
    .orderBy(asc(placeFacts.placeId))
    .limit(PICTURES_PER_BATCH);
}

type WantedPicture = { placeId: number; name: string; file: string; page: unknown };

/** @returns What became of it. */
async function fetchPicture(work: CompletionWork, { placeId, name, file, page }: WantedPicture): Promise<string> {
  const { db, http, storage, log, actor, now, hosts } = work;
  // The import has judged what it shows; its license may have changed since.
  const found = readCommonsFile(page, null, now);
  if (typeof found === "string") return `Pictures not fetched (${PICTURE_REFUSALS[found]})`;
  const url = pictureUrl(found.url, hosts.commons);
  if (url === null) return "Pictures not fetched (Commons named an address elsewhere)";
  try {
    const { bytes } = await http.read({ url, bytesMax: PHOTO_BYTES_MAX });
    const photo = { placeId, sourceFile: file, alt: `Photo of ${name}`, fetchedBy: actor, bytes };
    const added = await addPhoto({ db, storage, log, now }, photo);
    return typeof added === "string" ? `Pictures not taken (${PHOTO_REFUSAL_MESSAGES[added]})` : "Pictures fetched";
  } catch (error) {
    if (!(error instanceof SourceFault) || !FAULTS_OF_ONE_PICTURE.has(error.kind)) throw error;
    log.warn({ err: error, placeId, file }, "A picture could not be fetched");
    return "Pictures not fetched (the server sent something else)";
  }
}

/** Only from Wikimedia, or from the server that the setting names. */
function pictureUrl(address: string, commons: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const isSettingsOrigin = url.origin === new URL(commons).origin;
  return isSettingsOrigin || (url.protocol === "https:" && url.hostname.endsWith(".wikimedia.org")) ? url.href : null;
}
