import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate, useNavigation } from "react-router";

import { useAfterNavigation } from "#app/ui/use-after-navigation.ts";

import { removeRecentSearch, clearRecentSearches, saveRecentSearch, readRecentSearches } from "./recent-searches.ts";
import { searchPath } from "../page/search-request.ts";
import type { SuggestedKind, Suggestion } from "./suggestion.ts";
import { fetchSuggestions } from "./fetch-suggestions.ts";

/** Shorter than most people's pause between letters, longer than that of a fast typist. */
const TYPING_PAUSE_MS = 80;

export type Option = { kind: SuggestedKind | "recent"; label: string; detail: string; path: string };

/**
 * The state of a search box's list, and the keys and attributes of the box: Down, Up, Enter, Escape, and Delete for
 * recent searches. Its component is mounted once per box.
 */
export function useCombobox(input: HTMLInputElement, listId: string) {
  const navigate = useNavigate();
  const isNavigating = useNavigation().state !== "idle";
  // The list loads after the first focus, and perhaps after the first letters.
  const [typed, setTyped] = useState(input.value);
  const [suggestions, setSuggestions] = useState<Option[]>([]);
  const [recent, setRecent] = useState(() => readRecentSearches());
  const [isActive, setIsActive] = useState(
    // Not if the form was submitted before the list loaded.
    () =>
      !isNavigating && document.activeElement === input && (input.value === "" || input.value !== input.defaultValue),
  );
  const [active, setActive] = useState(-1);
  // The query whose request failed.
  const [failedQuery, setFailedQuery] = useState("");

  const words = typed.trim();
  const options = words === "" ? recent.map(optionOf) : suggestions;
  const isOpen = isActive && options.length > 0;

  function open() {
    setTyped(input.value);
    if (input.value.trim() === "") setSuggestions([]);
    setRecent(readRecentSearches());
    setIsActive(true);
    setActive(-1);
  }

  function close() {
    setIsActive(false);
    setActive(-1);
    setSuggestions([]);
  }

  // The pressed button disappears, which would move keyboard focus to the top of the page.
  function removeRecent(query: string) {
    input.focus();
    removeRecentSearch(query);
    open();
  }

  const choose = (option: Option) => void navigate(pathOf(option));
  useBoxEvents(input, {
    isNavigating,
    open,
    close,
    press: (event) =>
      pressKey(event, { input, options, active, isOpen, words, open, close, setActive, removeRecent, choose }),
  });
  useSuggestions(isActive ? words : "", (answer) => {
    setSuggestions(answer ?? []);
    setFailedQuery(answer === null ? words : "");
  });
  useAttributes(input, { listId, isOpen, active });
  useLoadingMark(input, isNavigating);
  useAfterNavigation(() => {
    close();
    // On a phone the keyboard would stay over the page.
    input.blur();
  });

  function clearRecent() {
    input.focus();
    clearRecentSearches();
    open();
  }

  const isUnanswered = isActive && words !== "" && failedQuery === words;
  return { options, active, isOpen, isUnanswered, typed: words, removeRecent, clearRecent };
}

/** The path of an option. A repeated recent search becomes the latest. */
function pathOf({ kind, label, path }: Option): string {
  if (kind === "recent") saveRecentSearch(label);
  return path;
}

/** Marks the box while the next page loads, because the current page stays until then. */
function useLoadingMark(input: HTMLInputElement, isNavigating: boolean): void {
  useEffect(() => {
    const isFormFocused = input.form?.contains(document.activeElement) === true;
    setOrRemove(input, "data-going", isNavigating && isFormFocused ? "" : null);
  }, [input, isNavigating]);
}

/** A press on the list must not blur the box, which would close the list before the click. */
function preventBlur(event: Event): void {
  if (isInList(event)) event.preventDefault();
}

function isInList({ target }: Event): boolean {
  return target instanceof Element && target.closest(".suggestions") !== null;
}

/** Groups the suggestions by kind, in the order in which the kinds first occur. */
function groupByKind(suggestions: readonly Suggestion[]): Option[] {
  return [...Map.groupBy(suggestions, ({ kind }) => kind).values()].flat();
}

type KeyContext = {
  input: HTMLInputElement;
  options: readonly Option[];
  active: number;
  isOpen: boolean;
  words: string;
  open: () => void;
  close: () => void;
  setActive: (active: number) => void;
  removeRecent: (query: string) => void;
  choose: (option: Option) => void;
};

function pressKey(event: KeyboardEvent, context: KeyContext): void {
  const { input, options, active, isOpen } = context;
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  const option = isOpen ? options[active] : undefined;
  const step = STEPS[event.key];
  if (step !== undefined) {
    event.preventDefault();
    if (!isOpen) context.open();
    // One more position than there are options: the box itself.
    else context.setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
  } else if (event.key === "Home" || event.key === "End") context.setActive(-1);
  else if (event.key === "Tab" && context.words !== "") context.close();
  else if (event.key === "Enter" && option !== undefined) {
    event.preventDefault();
    context.choose(option);
  } else if (event.key === "Enter") context.close();
  else if (event.key === "Delete" && option?.kind === "recent") {
    event.preventDefault();
    context.removeRecent(option.label);
  } else if (event.key === "Escape" && (isOpen || input.value !== "")) {
    // Keeps the panel around the box open.
    event.preventDefault();
    if (!isOpen) input.setRangeText("", 0, input.value.length);
    context.close();
  }
}

type BoxActions = {
  isNavigating: boolean;
  open: () => void;
  close: () => void;
  press: (event: KeyboardEvent) => void;
};

/** Adds listeners to the box, which belongs to the page. */
function useBoxEvents(input: HTMLInputElement, { isNavigating, open, close, press }: BoxActions): void {
  const onInput = useEffectEvent(open);
  // Letters may have been typed before the listeners were added.
  const catchUp = useEffectEvent(() => {
    const isTyped = input.value !== "" && input.value !== input.defaultValue;
    if (!isNavigating && document.activeElement === input && isTyped) open();
  });
  const onKeyDown = useEffectEvent(press);
  const onFocusOut = useEffectEvent((event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && input.form?.contains(event.relatedTarget) === true)) close();
  });
  // Returns focus from a button of the list to the box without opening the list again.
  const onFormKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isInList(event)) return;
    event.preventDefault();
    input.focus();
    close();
  });
  // Focus opens the list only for an empty box. A filled box may just be passed by.
  const onEnter = useEffectEvent(() => {
    if (input.value === "") open();
  });
  useEffect(() => {
    const { form } = input;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    input.addEventListener("input", () => onInput(), options);
    catchUp();
    input.addEventListener("focus", () => onEnter(), options);
    input.addEventListener("click", () => onEnter(), options);
    input.addEventListener("keydown", (event) => onKeyDown(event), options);
    form?.addEventListener("focusout", (event) => onFocusOut(event), options);
    form?.addEventListener("keydown", (event) => onFormKeyDown(event), options);
    form?.addEventListener("mousedown", preventBlur, options);
    form?.addEventListener("submit", () => saveRecentSearch(input.value.trim()), options);
    return () => listening.abort();
  }, [input]);
}

/**
 * Fetches suggestions for the text: at once for the first letter, then after a pause; nothing for an empty one. `show` gets
 * null if the request fails.
 */
function useSuggestions(words: string, show: (options: Option[] | null) => void): void {
  const showSuggestions = useEffectEvent(show);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (words === "") return;
    const request = new AbortController();
    const isFirst = performance.now() - typedAt.current > TYPING_PAUSE_MS;
    typedAt.current = performance.now();
    const timer = setTimeout(
      () => {
        fetchSuggestions(words, request.signal).then(
          // Suggestions for an older text must not appear.
          ({ suggestions }) => !request.signal.aborted && showSuggestions(groupByKind(suggestions)),
          () => !request.signal.aborted && showSuggestions(null),
        );
      },
      isFirst ? 0 : TYPING_PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [words]);
}

function useAttributes(
  input: HTMLInputElement,
  { listId, isOpen, active }: { listId: string; isOpen: boolean; active: number },
): void {
  useEffect(() => {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", String(isOpen));
    setOrRemove(input, "aria-controls", isOpen ? listId : null);
    setOrRemove(input, "aria-activedescendant", isOpen && active >= 0 ? `${listId}-${active}` : null);
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [input, isOpen, active, listId]);
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

function optionOf(query: string): Option {
  return { kind: "recent", label: query, detail: "", path: searchPath({ query }) };
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
