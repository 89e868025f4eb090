import { useEffect, useState } from "react";

// Not imported lazily: the bundler's code for that (1 KB) is larger than this code (0.5 KB).
import { requestPhoto } from "./request-photo.ts";
import type { PhotoState } from "./photo-state.ts";
import type { PhotoQuery } from "./photo.ts";

const DRAWN: PhotoState = { state: "drawn" };
const LOADING: PhotoState = { state: "loading" };

/** Looks up a photo after hydration. Null: no lookup. */
export function usePhoto(ask: PhotoQuery | null): PhotoState {
  const query = ask?.query;
  const type = ask?.type;
  const [result, setResult] = useState<{ query: string; type: string; state: PhotoState } | null>(null);

  useEffect(() => {
    if (query === undefined || type === undefined) return;
    const abortController = new AbortController();
    void requestPhoto({ query, type }, abortController.signal).then((state) => {
      if (!abortController.signal.aborted) setResult({ query, type, state });
    });
    return () => abortController.abort();
  }, [query, type]);

  if (ask === null) return DRAWN;
  // A result for the previous page's query is ignored.
  return result !== null && result.query === query && result.type === type ? result.state : LOADING;
}
