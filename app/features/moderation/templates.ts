import type { CaseKind } from "#app/db/schema/moderation.ts";

export const TEMPLATES_PATH = "/admin/moderation/templates";

/** More nobody finds the right one among. */
export const TEMPLATES_MAX = 60;
export const TEMPLATE_NAME_CHARACTERS_MAX = 60;

/** A message that editors send often. `kind` null: for every kind of case. */
export type Template = { id: string; kind: CaseKind | null; name: string; body: string };
