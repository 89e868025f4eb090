import type { Suggestion, SuggestionsAnswer } from "./suggestion.ts";

/** Asks what begins with the letters typed so far. Throws when the line breaks, the server refuses or `signal` ends it. */
export async function fetchSuggestions(typed: string, signal: AbortSignal): Promise<SuggestionsAnswer> {
  const response = await fetch(`/search/suggestions?${new URLSearchParams({ q: typed })}`, { signal });
  if (!response.ok) throw new Error(`Suggestions answered ${response.status}`);
  const answer: unknown = await response.json();
  if (!isAnswer(answer)) throw new Error("Suggestions answered something else");
  return answer;
}

function isAnswer(answer: unknown): answer is SuggestionsAnswer {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "query" in answer &&
    "suggestions" in answer &&
    Array.isArray(answer.suggestions) &&
    answer.suggestions.every(isSuggestion)
  );
}

function isSuggestion(given: unknown): given is Suggestion {
  return typeof given === "object" && given !== null && "kind" in given && "label" in given && "path" in given;
}
