import { type CategoryMapping, COLUMN_FIELDS, type ColumnMapping } from "#app/db/columns/import-columns.ts";
import { isCategorySlug } from "#app/guide/places/facts/categories.ts";
import type { FormFields, RepeatedFormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { isValidType } from "../mapping/category-mapping.ts";
import { SCHEME_BY_FORMAT } from "../readers/import-format.ts";
import { startUndo } from "../run/undo-import.server.ts";
import { findImport, type FoundImport, listCustomMappings } from "../run/import-queries.server.ts";
import {
  cancelImport,
  saveCategoryMappings,
  startCheck,
  startPublishing,
  startRun,
} from "./import-lifecycle.server.ts";

/** The import or its state changed since the page was loaded. */
export const NOT_NOW = "This import is running, or another editor was faster. Check its current status.";

/**
 * Does what an admin asked for on the page of an import: the form's `do` names the command.
 *
 * @returns Why nothing was done, as a message (`NOT_NOW` when the import isn't in a state for it); null on success.
 */
export async function runImportCommand(
  site: Site,
  form: RepeatedFormFields,
  { importId, adminId }: { importId: string; adminId: string },
): Promise<string | null> {
  const { db, now, log } = site;
  const actor = { kind: "staff" as const, id: adminId };
  const command = form.text("do");
  log.info({ importId, command, adminId }, "Import command received");
  switch (command) {
    case "map": {
      const started = await startCheck(db, { importId, mapping: readColumnMapping(form), actor, now });
      return started === "started" ? null : started === "not-now" ? NOT_NOW : started.problem;
    }
    case "check":
      return (await startCheck(db, { importId, actor, now })) === "started" ? null : NOT_NOW;
    case "kinds":
      return saveMappings(site, form, { importId, actor });
    case "own-kinds":
      return changeMappings(site, form, { importId, actor });
    case "run": {
      const isStarted = await startRun(db, { importId, publishes: form.text("new") === "publish", actor, now });
      return isStarted ? null : NOT_NOW;
    }
    case "cancel":
      return (await cancelImport(db, { importId, actor, now })) ? null : NOT_NOW;
    case "publish":
      return (await startPublishing(db, { importId, actor, now })) ? null : NOT_NOW;
    case "undo": {
      const outcome = await startUndo(db, { importId, actor, now });
      return outcome === "started" ? null : outcome === "not-now" ? NOT_NOW : outcome.problem;
    }
    default:
      return "Choose an action.";
  }
}

function readColumnMapping(form: FormFields): ColumnMapping {
  return Object.fromEntries(
    COLUMN_FIELDS.flatMap((field) => {
      const header = form.text(`column-${field}`);
      return header === "" ? [] : [[field, header]];
    }),
  );
}

async function saveMappings(
  { db, now }: Site,
  form: FormFields,
  { importId, actor }: { importId: string; actor: { kind: "staff"; id: string } },
): Promise<string | null> {
  const found = await findImport(db, importId);
  if (found === null) return NOT_NOW;
  const kinds: { key: string; kind: CategoryMapping }[] = [];
  for (const key of Object.keys(found.report.unknownKinds)) {
    const kind = parseMapping(form, key);
    if (kind === "half") return `Choose a category and a type for ${key || "entries without a kind"}.`;
    if (kind !== null) kinds.push({ key, kind });
  }
  if (kinds.length === 0) return "Choose a category for at least one kind.";
  return saveAndCheck(db, { found, kinds, actor, now });
}

async function changeMappings(
  { db, now }: Site,
  form: RepeatedFormFields,
  { importId, actor }: { importId: string; actor: { kind: "staff"; id: string } },
): Promise<string | null> {
  const found = await findImport(db, importId);
  if (found === null) return NOT_NOW;
  const kinds: { key: string; kind: CategoryMapping | null }[] = [];
  for (const { key, category, type } of await loadEditableMappings(db, found)) {
    // Another editor has added it since.
    if (!form.texts("key").includes(key)) continue;
    const kind = parseMapping(form, key);
    if (kind === "half")
      return `For ${key || "entries without a kind"}, choose both a category and a type, or neither.`;
    if (kind?.category !== category || kind.type !== type) kinds.push({ key, kind });
  }
  if (kinds.length === 0) return "Change a category or a type first.";
  return saveAndCheck(db, { found, kinds, actor, now });
}

/** Saves the mappings and restarts the check; the mapping for entries without a kind applies to this file only. */
async function saveAndCheck(
  db: Site["db"],
  input: {
    found: FoundImport;
    kinds: { key: string; kind: CategoryMapping | null }[];
    actor: { kind: "staff"; id: string };
    now: Date;
  },
): Promise<string | null> {
  const { found, kinds, actor, now } = input;
  const plain = kinds.find(({ key }) => key === "");
  await saveCategoryMappings(db, { format: found.format, kinds: kinds.filter((each) => each !== plain), actor, now });
  const settings = plain === undefined ? {} : { defaultCategory: plain.kind };
  return (await startCheck(db, { importId: found.id, ...settings, actor, now })) === "started" ? null : NOT_NOW;
}

/** The category typed for a kind; "half" when either the category or the type is missing. */
function parseMapping(form: FormFields, key: string): CategoryMapping | "half" | null {
  const [category, type] = [form.text(`category-${key}`), form.text(`type-${key}`).trim()];
  if (category === "" && type === "") return null;
  return isCategorySlug(category) && isValidType(type) ? { category, type } : "half";
}

/**
 * Editable category mappings: the file-wide one for entries without a kind, under an empty key, and those of its
 * format.
 */
export async function loadEditableMappings(
  db: Site["db"],
  { format, defaultCategory }: Pick<FoundImport, "format" | "defaultCategory">,
) {
  const plain = defaultCategory === null ? [] : [{ key: "", ...defaultCategory }];
  return [...plain, ...(await listCustomMappings(db, SCHEME_BY_FORMAT[format]))];
}
