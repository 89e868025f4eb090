import type { CaseKind } from "#app/db/schema/moderation.ts";

export const TEMPLATES_PATH = "/admin/moderation/templates";

/** With more templates, editors wouldn't find the right one. */
export const TEMPLATES_MAX = 60;
export const TEMPLATE_NAME_CHARACTERS_MAX = 60;

/** A prepared message. `kind` is null if it fits every kind of case. */
export type Template = { id: string; kind: CaseKind | null; name: string; body: string };
