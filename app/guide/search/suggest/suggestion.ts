import type { SuggestionKind } from "#app/db/columns/search-columns.ts";

/** A name of the directory, or `search`: a search for a type of place, perhaps in a neighborhood. */
export type SuggestedKind = SuggestionKind | "search";

/** A suggestion for the typed letters. */
export type Suggestion = {
  kind: SuggestedKind;
  /** Its name: "Martin’s Tavern", "Coffee shop", "Coffee in Shaw". */
  label: string;
  /** What is known beside the name: "Tavern · Georgetown", "48 places". Empty if the kind says enough. */
  detail: string;
  path: string;
};

/** The response of `GET /search/suggestions?q=`: the query as read, and its suggestions. */
export type SuggestionsResponse = { query: string; suggestions: Suggestion[] };
