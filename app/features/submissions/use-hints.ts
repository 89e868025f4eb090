import { type RefObject, useEffect, useState } from "react";

import { type Hints, HINTS_PATH } from "./submission.ts";

/** Whoever types on is not asked about each letter. */
const PAUSE_MS = 500;

/** The fields that tell one business from another, and where it is. */
const ASKED_FIELDS = ["name", "street", "quadrant", "zip", "lat", "lng", "phone", "website"];

/** What the site knows of what is being typed: places that it may be, and the quadrant. Null: nothing was asked yet. */
export function useHints(form: RefObject<HTMLFormElement | null>): Hints | null {
  const [hints, setHints] = useState<Hints | null>(null);
  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = "";
    let latest = new AbortController();
    const ask = () => {
      const fields = new FormData(element);
      const query = new URLSearchParams();
      for (const name of ASKED_FIELDS) {
        const value = fields.get(name);
        query.set(name, typeof value === "string" ? value : "");
      }
      if (query.toString() === asked) return;
      asked = query.toString();
      latest.abort();
      latest = new AbortController();
      // Without an answer the form is what it is without script: it is checked when it is sent.
      void loadHints(query, latest.signal).then(
        (loaded) => loaded !== null && setHints(loaded),
        () => {},
      );
    };
    const askSoon = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
      if (!ASKED_FIELDS.includes(target.name)) return;
      clearTimeout(timer);
      timer = setTimeout(ask, PAUSE_MS);
    };
    element.addEventListener("input", askSoon);
    return () => {
      clearTimeout(timer);
      latest.abort();
      element.removeEventListener("input", askSoon);
    };
  }, [form]);
  return hints;
}

async function loadHints(query: URLSearchParams, signal: AbortSignal): Promise<Hints | null> {
  const response = await fetch(HINTS_PATH, { method: "POST", body: query, signal });
  return response.ok ? response.json() : null;
}
