export type SuggestionKind = "place" | "guide" | "neighborhood" | "category";
