import type { SuggestionKind } from "#app/db/columns/search-columns.ts";

/** A suggestion for the typed letters, which start one of its words. */
export type Suggestion = {
  kind: SuggestionKind;
  /** Its name. */
  label: string;
  /** Type and neighborhood: "Tavern · Georgetown". Empty if the kind says enough. */
  detail: string;
  path: string;
};

/** The response of `GET /search/suggestions?q=`: the query as read, and its suggestions. */
export type SuggestionsResponse = { query: string; suggestions: Suggestion[] };
