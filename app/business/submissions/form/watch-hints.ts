import { HINT_FIELDS, HINTS_PATH, type SubmissionHints } from "../submission.ts";

/** Waits for a pause in typing. */
const PAUSE_MS = 500;

/** Calls `onHints` with similar places and the likely quadrant while the visitor types. */
export function watchHints(form: HTMLFormElement, onHints: (hints: SubmissionHints) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastQuery = queryOf([]).toString();
  let latest = new AbortController();
  const request = () => {
    const fields = new FormData(form);
    const query = queryOf(HINT_FIELDS.map((name) => fields.get(name)));
    if (query.toString() === lastQuery) return;
    lastQuery = query.toString();
    latest.abort();
    latest = new AbortController();
    // Without hints, the form works as without script: the server checks it when it is sent.
    void loadHints(query, latest.signal).then(
      (loaded) => loaded !== null && onHints(loaded),
      () => {},
    );
  };
  const requestSoon = (event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (!HINT_FIELDS.includes(target.name)) return;
    clearTimeout(timer);
    timer = setTimeout(request, PAUSE_MS);
  };
  form.addEventListener("input", requestSoon);
  // For text that was typed before this script loaded.
  timer = setTimeout(request, PAUSE_MS);
  return () => {
    clearTimeout(timer);
    latest.abort();
    form.removeEventListener("input", requestSoon);
  };
}

function queryOf(values: (FormDataEntryValue | null)[]): URLSearchParams {
  const texts = HINT_FIELDS.map((name, index) => {
    const value = values[index];
    return [name, typeof value === "string" ? value : ""];
  });
  return new URLSearchParams(texts);
}

async function loadHints(query: URLSearchParams, signal: AbortSignal): Promise<SubmissionHints | null> {
  const response = await fetch(HINTS_PATH, { method: "POST", body: query, signal });
  return response.ok ? response.json() : null;
}
