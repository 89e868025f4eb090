import { data } from "react-router";

export type Suggestion = { label: string; to: string };

/** A 404 with suggested links; throw it from a loader. */
export function noSuchPage(suggestions: Suggestion[] = []) {
  return data({ suggestions }, { status: 404 });
}

/**
 * The suggestions of a thrown `noSuchPage`; empty for other errors. By hand: a schema library adds 4 KB to every page.
 */
export function suggestionsOf(thrown: unknown): Suggestion[] {
  if (typeof thrown !== "object" || thrown === null || !("suggestions" in thrown)) return [];
  return Array.isArray(thrown.suggestions) ? thrown.suggestions.filter(isSuggestion) : [];
}

function isSuggestion(value: unknown): value is Suggestion {
  return (
    typeof value === "object" &&
    value !== null &&
    "label" in value &&
    typeof value.label === "string" &&
    "to" in value &&
    typeof value.to === "string"
  );
}
