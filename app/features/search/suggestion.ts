export type SuggestionKind = "place" | "guide" | "neighborhood" | "category";

/** Something that begins, at one of its words, with the letters typed so far. */
export type Suggestion = {
  kind: SuggestionKind;
  /** As it is called. */
  label: string;
  /** What and where: "Tavern · Georgetown". Empty where the kind says it all. */
  detail: string;
  path: string;
};

/** What `GET /search/suggestions?q=` answers with: the letters as they were read, and what begins with them. */
export type SuggestionsAnswer = { query: string; suggestions: Suggestion[] };
