import "./editor-text.css";

import { type KeyboardEvent, useEffect, useId, useState } from "react";

import { GUIDE_PLACES_PATH } from "../editing-paths.ts";
import type { StopPlace } from "./stop-place.ts";

const TYPING_PAUSE_MS = 150;

/** Finds a place by the beginning of its name. Arrow keys move through the results; Enter chooses one. */
export function PlaceSearch({ onChoose }: { onChoose: (place: StopPlace) => void }) {
  const [query, setQuery] = useState("");
  const { found, of } = useFoundPlaces(query);
  const [at, setAt] = useState(0);
  const id = useId();
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((at + by + found.length) % found.length);
    }
    const place = found[at];
    if (event.key === "Enter" && place !== undefined) {
      event.preventDefault();
      onChoose(place);
    }
  };
  return (
    <div className="field place-search">
      <label htmlFor={id}>Find a place</label>
      <input
        className="input"
        id={id}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        autoComplete="off"
      />
      <div className="place-search-list" id={`${id}-list`} role="listbox" aria-label="Places">
        {found.map((place, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={place.slug}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(place)}
          >
            <b>{place.name}</b>
            <span>
              {place.type} · {place.neighborhood}
              {place.isClosed && " · Closed"}
            </span>
          </button>
        ))}
      </div>
      <small role="status">{of !== "" && found.length === 0 && `No places start with “${of}”.`}</small>
    </div>
  );
}

/** The matching places, and the query they belong to. */
function useFoundPlaces(query: string): { found: StopPlace[]; of: string } {
  const [state, setState] = useState<{ found: StopPlace[]; of: string }>({ found: [], of: "" });
  useEffect(() => {
    const text = query.trim();
    const request = new AbortController();
    const timer = setTimeout(() => {
      if (text === "") return setState({ found: [], of: "" });
      return void fetchPlaces(text, request.signal).then((found) => {
        if (found !== null) setState({ found, of: text });
      });
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [query]);
  return state;
}

async function fetchPlaces(text: string, signal: AbortSignal): Promise<StopPlace[] | null> {
  const response = await fetch(`${GUIDE_PLACES_PATH}?${new URLSearchParams({ q: text })}`, { signal }).catch(
    () => null,
  );
  const answer: unknown = await response?.json().catch(() => null);
  if (typeof answer !== "object" || answer === null || !("places" in answer) || !Array.isArray(answer.places))
    return null;
  return answer.places.filter(isPlace);
}

function isPlace(value: unknown): value is StopPlace {
  return typeof value === "object" && value !== null && "slug" in value && "name" in value && "isClosed" in value;
}
