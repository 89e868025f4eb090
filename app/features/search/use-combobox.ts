import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useNavigation } from "react-router";

import { useAfterNavigation } from "#app/ui/use-after-navigation.ts";

import { forgetSearch, forgetSearches, keepSearch, recentSearches } from "./recent-searches.ts";
import { searchPath } from "./search.ts";
import type { Suggestion, SuggestionKind } from "./suggestion.ts";
import { fetchSuggestions } from "./suggestions-fetch.ts";

/** Shorter than the pause between two letters of most people, longer than between those of a fast typist. */
const TYPING_PAUSE_MS = 80;

export type Option = { kind: SuggestionKind | "recent"; label: string; detail: string; path: string };

/**
 * The state of a search box's list, for a component that is made anew for each box, and the keys and attributes of the box: Down and Up go through the options and past
 * the ends back to the box, Enter takes the chosen one or searches for the words, Escape closes the list and then empties
 * the box, Delete forgets a recent search.
 */
export function useCombobox(input: HTMLInputElement, listId: string) {
  const navigate = useNavigate();
  const isGoing = useNavigation().state !== "idle";
  // The list comes after the first focus, and perhaps after the first letters.
  const [typed, setTyped] = useState(input.value);
  const [suggested, setSuggested] = useState<Option[]>([]);
  const [recent, setRecent] = useState(() => recentSearches());
  const [isWanted, setWanted] = useState(
    // Not when what was typed has been sent before the list came.
    () => !isGoing && document.activeElement === input && (input.value === "" || input.value !== input.defaultValue),
  );
  const [active, setActive] = useState(-1);
  // The words for which no answer came: a broken line, a server that refused.
  const [unanswered, setUnanswered] = useState("");

  const words = typed.trim();
  const options = words === "" ? recent.map(optionOf) : suggested;
  const isOpen = isWanted && options.length > 0;

  function open() {
    setTyped(input.value);
    if (input.value.trim() === "") setSuggested([]);
    setRecent(recentSearches());
    setWanted(true);
    setActive(-1);
  }

  function close() {
    setWanted(false);
    setActive(-1);
    setSuggested([]);
  }

  // The button that was pressed goes, and whoever came to it by keyboard would begin at the top of the page.
  function forget(query: string) {
    input.focus();
    forgetSearch(query);
    open();
  }

  const choose = (option: Option) => void navigate(pathOf(option));
  useBoxEvents(input, {
    isGoing,
    open,
    close,
    press: (event) =>
      pressKey(event, { input, options, active, isOpen, words, open, close, setActive, forget, choose }),
  });
  useAnswers(isWanted ? words : "", (answer) => {
    setSuggested(answer ?? []);
    setUnanswered(answer === null ? words : "");
  });
  useAttributes(input, { listId, isOpen, active });
  useGoingMark(input, isGoing);
  useAfterNavigation(() => {
    close();
    // On a phone the keyboard would stay over the page.
    input.blur();
  });

  function forgetAll() {
    input.focus();
    forgetSearches();
    open();
  }

  const isUnanswered = isWanted && words !== "" && unanswered === words;
  return { options, active, isOpen, isUnanswered, typed: words, forget, forgetAll };
}

/** Where an option leads; a recent search that is asked again is the latest. */
function pathOf({ kind, label, path }: Option): string {
  if (kind === "recent") keepSearch(label);
  return path;
}

/** An answer may take its time, and until then the page stays as it is: the box says that it was heard. */
function useGoingMark(input: HTMLInputElement, isGoing: boolean): void {
  useEffect(() => {
    const isOurs = input.form?.contains(document.activeElement) === true;
    setOrRemove(input, "data-going", isGoing && isOurs ? "" : null);
  }, [input, isGoing]);
}

/** Pressing on the list must not take the focus from the box: that would close the list before the click. */
function keepFocus(event: Event): void {
  if (isInList(event)) event.preventDefault();
}

function isInList({ target }: Event): boolean {
  return target instanceof Element && target.closest(".suggestions") !== null;
}

/** Each kind together, in the order in which the first of each comes. */
function inGroups(suggestions: readonly Suggestion[]): Option[] {
  return [...Map.groupBy(suggestions, ({ kind }) => kind).values()].flat();
}

type Pressed = {
  input: HTMLInputElement;
  options: readonly Option[];
  active: number;
  isOpen: boolean;
  words: string;
  open: () => void;
  close: () => void;
  setActive: (active: number) => void;
  forget: (query: string) => void;
  choose: (option: Option) => void;
};

function pressKey(event: KeyboardEvent, box: Pressed): void {
  const { input, options, active, isOpen } = box;
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  const option = isOpen ? options[active] : undefined;
  const step = STEPS[event.key];
  if (step !== undefined) {
    event.preventDefault();
    if (!isOpen) box.open();
    // One place more than there are options: the box itself.
    else box.setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
  } else if (event.key === "Home" || event.key === "End") box.setActive(-1);
  else if (event.key === "Tab" && box.words !== "") box.close();
  else if (event.key === "Enter" && option !== undefined) {
    event.preventDefault();
    box.choose(option);
  } else if (event.key === "Enter") box.close();
  else if (event.key === "Delete" && option?.kind === "recent") {
    event.preventDefault();
    box.forget(option.label);
  } else if (event.key === "Escape" && (isOpen || input.value !== "")) {
    // The panel that the box stands in stays open.
    event.preventDefault();
    if (!isOpen) input.setRangeText("", 0, input.value.length);
    box.close();
  }
}

type BoxActions = {
  isGoing: boolean;
  open: () => void;
  close: () => void;
  press: (event: KeyboardEvent) => void;
};

/** Listens to the box, which the page made and not the list. */
function useBoxEvents(input: HTMLInputElement, { isGoing, open, close, press }: BoxActions): void {
  const typed = useEffectEvent(open);
  // Letters may have come after the list was made and before it listens.
  const caughtUp = useEffectEvent(() => {
    const isTyped = input.value !== "" && input.value !== input.defaultValue;
    if (!isGoing && document.activeElement === input && isTyped) open();
  });
  const pressed = useEffectEvent(press);
  const left = useEffectEvent((event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && input.form?.contains(event.relatedTarget) === true)) close();
  });
  // From one of the list's own buttons back to the box, which would open the list again.
  const escaped = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isInList(event)) return;
    event.preventDefault();
    input.focus();
    close();
  });
  // An empty box is entered to search; a full one may only be on the way.
  const entered = useEffectEvent(() => {
    if (input.value === "") open();
  });
  useEffect(() => {
    const { form } = input;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    input.addEventListener("input", () => typed(), options);
    caughtUp();
    input.addEventListener("focus", () => entered(), options);
    input.addEventListener("click", () => entered(), options);
    input.addEventListener("keydown", (event) => pressed(event), options);
    form?.addEventListener("focusout", (event) => left(event), options);
    form?.addEventListener("keydown", (event) => escaped(event), options);
    form?.addEventListener("mousedown", keepFocus, options);
    form?.addEventListener("submit", () => keepSearch(input.value.trim()), options);
    return () => listening.abort();
  }, [input]);
}

/** Asks what begins with the words, after a pause; nothing is asked for none. `show` is given null where no answer comes. */
function useAnswers(words: string, show: (options: Option[] | null) => void): void {
  const answered = useEffectEvent(show);
  useEffect(() => {
    if (words === "") return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      fetchSuggestions(words, asked.signal).then(
        // What was asked for other letters must not show up under these.
        ({ suggestions }) => !asked.signal.aborted && answered(inGroups(suggestions)),
        () => !asked.signal.aborted && answered(null),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
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
