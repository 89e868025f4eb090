import type { Suggestion, SuggestionsResponse } from "./suggestion.ts";

/**
 * Fetches suggestions for the typed letters. Throws if the connection fails, the server responds with an error or
 * `signal` aborts.
 */
export async function fetchSuggestions(typed: string, signal: AbortSignal): Promise<SuggestionsResponse> {
  const response = await fetch(`/search/suggestions?${new URLSearchParams({ q: typed })}`, { signal });
  if (!response.ok) throw new Error(`Suggestions responded with ${response.status}`);
  const answer: unknown = await response.json();
  if (!isResponse(answer)) throw new Error("Suggestions responded with unexpected JSON");
  return answer;
}

function isResponse(answer: unknown): answer is SuggestionsResponse {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "query" in answer &&
    "suggestions" in answer &&
    Array.isArray(answer.suggestions) &&
    answer.suggestions.every(isSuggestion)
  );
}

function isSuggestion(value: unknown): value is Suggestion {
  return typeof value === "object" && value !== null && "kind" in value && "label" in value && "path" in value;
}
