import type { ImportFormat } from "#app/db/columns/import-columns.ts";
import { OWN_WEBSITE_SOURCE } from "#app/guide/places/facts/confirmation.ts";
import { slugify } from "#app/lib/slug.ts";
import type { sources } from "#app/db/schema/places.ts";

/** The source of a file's facts. */
export type ImportSource = Omit<typeof sources.$inferSelect, "register">;

export const OVERTURE: ImportSource = {
  id: "overture-places",
  title: "Overture Maps, places",
  publisher: "Overture Maps Foundation",
  license: "CDLA-Permissive-2.0, Apache 2.0 and CC0 1.0",
  licenseBasis: "stated",
  // The notice of Foursquare's places is what their license asks for: docs.overturemaps.org/attribution.
  credit:
    "Contains places of the Overture Maps Foundation, overturemaps.org. Those of Foursquare: Copyright 2024 Foursquare Labs, Inc. All rights reserved. Apache 2.0, changed by Overture and by us; opensource.foursquare.com/places-notice-txt.",
  vintage: "",
  note: "Imported. Overture's confidence doesn't say whether a place is open, so we don't store it.",
};

export const OPENSTREETMAP: ImportSource = {
  id: "openstreetmap",
  title: "OpenStreetMap",
  publisher: "OpenStreetMap contributors",
  license: "ODbL 1.0",
  licenseBasis: "stated",
  credit: "© OpenStreetMap contributors, openstreetmap.org/copyright.",
  vintage: "",
  note: "Imported. Each fact keeps the id of its element, so that all of them can be told apart or removed.",
};

export const OWN_WEBSITE: ImportSource = {
  id: OWN_WEBSITE_SOURCE,
  title: "The place’s own website",
  publisher: "The places themselves",
  license: "none needed",
  licenseBasis: "inferred",
  credit: "",
  vintage: "",
  note: "Read by Rowhouse. Only facts that a place states about itself; texts and pictures aren't stored.",
};

export const WIKIDATA: ImportSource = {
  id: "wikidata",
  title: "Wikidata",
  publisher: "Wikidata contributors",
  license: "CC0 1.0",
  licenseBasis: "stated",
  credit: "Wikidata, wikidata.org. Pictures are from Wikimedia Commons, each with its own credit and license.",
  vintage: "",
  note: "Imported. A place is looked up by its item's id, which other sources name.",
};

/** Formats with a fixed source. */
export const SOURCE_BY_FORMAT: Partial<Record<ImportFormat, ImportSource>> = { overture: OVERTURE, osm: OPENSTREETMAP };

export const SOURCE_CHARACTERS_MAX = 160;

const SOURCE_MISSING = "Say where the file comes from. Each fact shows its source.";

/** The fields for naming a source. */
export type SourceInput = { title: string; publisher: string; license: string };

/** @returns A message when something is missing. */
export function parseSourceInput(typed: SourceInput): { source: ImportSource } | { problem: string } {
  const [title, publisher, license] = [typed.title.trim(), typed.publisher.trim(), typed.license.trim()];
  if (title === "") return { problem: SOURCE_MISSING };
  if (license === "") return { problem: "Add the license of its facts." };
  if ([title, publisher, license].some((text) => text.length > SOURCE_CHARACTERS_MAX)) {
    return { problem: `Use at most ${SOURCE_CHARACTERS_MAX} characters per field.` };
  }
  const id = `import-${slugify(title).slice(0, 60)}`.replace(/-$/, "");
  if (id === "import") return { problem: "Name the source with letters or digits." };
  const source: ImportSource = {
    id,
    title,
    publisher: publisher || title,
    license,
    // The editor states what the publisher says.
    licenseBasis: "stated",
    credit: `${title}.`,
    vintage: "",
    note: "Imported from a file.",
  };
  return { source };
}
