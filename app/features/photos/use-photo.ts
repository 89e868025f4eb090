import { useEffect, useState } from "react";

// Not by a lazy import: what the bundler adds for one (1 KB) weighs more than this code (0.5 KB).
import { lookUpPhoto } from "./look-up-photo.ts";
import type { PhotoState } from "./photo-state.ts";
import type { PhotoAsk } from "./photo.ts";

const DRAWN: PhotoState = { state: "drawn" };
const LOADING: PhotoState = { state: "loading" };

/** Looks a photo up once the page has come to life. Null asks for nothing. */
export function usePhoto(ask: PhotoAsk | null): PhotoState {
  const query = ask?.query;
  const type = ask?.type;
  const [ended, setEnded] = useState<{ query: string; type: string; as: PhotoState } | null>(null);

  useEffect(() => {
    if (query === undefined || type === undefined) return;
    const leaving = new AbortController();
    void lookUpPhoto({ query, type }, leaving.signal).then((as) => {
      if (!leaving.signal.aborted) setEnded({ query, type, as });
    });
    return () => leaving.abort();
  }, [query, type]);

  if (ask === null) return DRAWN;
  // What came for the page before belongs to that page.
  return ended !== null && ended.query === query && ended.type === type ? ended.as : LOADING;
}
