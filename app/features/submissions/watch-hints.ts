import { type Hints, HINTS_PATH } from "./submission.ts";

/** Whoever types on is not asked about each letter. */
const PAUSE_MS = 500;

/** The fields that tell one business from another, and where it is. */
const ASKED_FIELDS = ["name", "street", "quadrant", "zip", "lat", "lng", "phone", "website"];

/** Tells `onHints` what the site knows of what is being typed: places that it may be, and the quadrant. */
export function watchHints(form: HTMLFormElement, onHints: (hints: Hints) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = queryOf([]).toString();
  let latest = new AbortController();
  const ask = () => {
    const fields = new FormData(form);
    const query = queryOf(ASKED_FIELDS.map((name) => fields.get(name)));
    if (query.toString() === asked) return;
    asked = query.toString();
    latest.abort();
    latest = new AbortController();
    // Without an answer the form is what it is without script: it is checked when it is sent.
    void loadHints(query, latest.signal).then(
      (loaded) => loaded !== null && onHints(loaded),
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
  form.addEventListener("input", askSoon);
  // What was typed before anybody listened.
  timer = setTimeout(ask, PAUSE_MS);
  return () => {
    clearTimeout(timer);
    latest.abort();
    form.removeEventListener("input", askSoon);
  };
}

function queryOf(values: (FormDataEntryValue | null)[]): URLSearchParams {
  const texts = ASKED_FIELDS.map((name, index) => {
    const value = values[index];
    return [name, typeof value === "string" ? value : ""];
  });
  return new URLSearchParams(texts);
}

async function loadHints(query: URLSearchParams, signal: AbortSignal): Promise<Hints | null> {
  const response = await fetch(HINTS_PATH, { method: "POST", body: query, signal });
  return response.ok ? response.json() : null;
}
