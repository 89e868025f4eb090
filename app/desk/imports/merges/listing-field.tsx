import { useEffect, useId, useState } from "react";

type ListingFieldProps = { label: string; name: string; defaultValue: string; placeholder: string };

const TYPING_PAUSE_MS = 200;
const PLACES_PATH = "/admin/posts/places";

/** A listing by its name or URL. With script, names that begin like it are offered while it is typed. */
export function ListingField({ label, name, defaultValue, placeholder }: ListingFieldProps) {
  const [typed, setTyped] = useState("");
  const found = useListings(typed);
  const listId = useId();
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className="input"
        name={name}
        defaultValue={defaultValue}
        required
        autoComplete="off"
        placeholder={placeholder}
        list={listId}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <datalist id={listId}>
        {found.map(({ slug, name: title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </datalist>
      <small>Its name or URL</small>
    </label>
  );
}

type Found = { slug: string; name: string };

function useListings(typed: string): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    if (typed === "") return;
    const abort = new AbortController();
    const timer = setTimeout(() => void fetchListings(typed, abort.signal).then(setFound), TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed]);
  return found;
}

/** Nothing when they can't be fetched: the field works without suggestions. */
async function fetchListings(typed: string, signal: AbortSignal): Promise<Found[]> {
  const response = await fetch(`${PLACES_PATH}?${new URLSearchParams({ q: typed })}`, { signal }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  if (typeof answer !== "object" || answer === null || !("places" in answer) || !Array.isArray(answer.places))
    return [];
  return answer.places.filter(isFound);
}

function isFound(value: unknown): value is Found {
  return typeof value === "object" && value !== null && "slug" in value && "name" in value;
}
