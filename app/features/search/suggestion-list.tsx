import { History, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";

import { counted } from "#app/ui/counted.ts";

import { markedLabel } from "./marked-label.ts";
import { keepSearch } from "./recent-searches.ts";
import type { SuggestionKind } from "./suggestion.ts";
import { type Option, useCombobox } from "./use-combobox.ts";

const GROUPS: Record<SuggestionKind, string> = {
  place: "Places",
  guide: "Guides",
  neighborhood: "Neighborhoods",
  category: "Categories",
};

/**
 * The list under a search box: what begins with the letters typed, or, in an empty box, what was searched for before.
 * The box is the page's own, so everything on it is set from here.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function SuggestionList({ input }: { input: HTMLInputElement }) {
  const id = useId();
  const { options, active, isOpen, isUnanswered, typed, forget, forgetAll } = useCombobox(input, id);
  if (input.form === null) return null;
  const row = (option: Option, words: ReactNode) => {
    const index = options.indexOf(option);
    return (
      <Link
        key={option.path}
        className="suggestion"
        role="option"
        tabIndex={-1}
        id={`${id}-${index}`}
        aria-selected={index === active}
        to={option.path}
        onClick={() => option.kind === "recent" && keepSearch(option.label)}
      >
        {words}
      </Link>
    );
  };
  const isRecent = options.some(({ kind }) => kind === "recent");
  return createPortal(
    <div className="suggestions" hidden={!isOpen && !isUnanswered}>
      <p className="sr-only" role="status">
        {isOpen &&
          counted(options.length, isRecent ? "recent search" : "suggestion", isRecent ? "recent searches" : undefined)}
      </p>
      <p className={isUnanswered ? "suggestions-broken text-row" : "sr-only"} role="status">
        {isUnanswered && "No suggestions: the line broke. Your words stay here; Enter searches for them."}
      </p>
      {isRecent ? (
        <RecentList {...{ id, options, row, forget, forgetAll }} />
      ) : (
        <div role="listbox" id={id} aria-label="Suggestions">
          {groupsOf(options).map(({ kind, members }) => (
            <div key={kind} role="group" aria-label={GROUPS[kind]}>
              <p className="suggestions-label label" aria-hidden="true">
                {GROUPS[kind]}
              </p>
              {members.map((option) => row(option, <SuggestedWords option={option} typed={typed} />))}
            </div>
          ))}
        </div>
      )}
    </div>,
    input.form,
  );
}

type RecentListProps = {
  id: string;
  options: readonly Option[];
  row: (option: Option, words: ReactNode) => ReactNode;
  forget: (query: string) => void;
  forgetAll: () => void;
};

/** The buttons stand beside the list and not in it: nothing inside an option can be reached. */
function RecentList({ id, options, row, forget, forgetAll }: RecentListProps) {
  return (
    <div className="suggestions-recent">
      <p className="suggestions-label label" aria-hidden="true">
        Recent searches
      </p>
      <button className="link text-row" type="button" onClick={forgetAll}>
        Clear<span className="sr-only"> recent searches</span>
      </button>
      <div role="listbox" id={id} aria-label="Recent searches">
        {options.map((option) =>
          row(
            option,
            <>
              <History className="icon-small" aria-hidden="true" />
              <span className="suggestion-words">{option.label}</span>
            </>,
          ),
        )}
      </div>
      <ul>
        {options.map(({ label }) => (
          <li key={label}>
            <button type="button" aria-label={`Forget “${label}”`} onClick={() => forget(label)}>
              <X className="icon-small" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SuggestedWords({ option, typed }: { option: Option; typed: string }) {
  const { before, marked, after } = markedLabel(option.label, typed);
  return (
    <>
      <span className="suggestion-words">
        {before}
        {marked !== "" && <mark>{marked}</mark>}
        {after}
      </span>
      {option.kind === "place" && <span className="suggestion-detail">{option.detail}</span>}
    </>
  );
}

/** The options come with each kind together. */
function groupsOf(options: readonly Option[]): { kind: SuggestionKind; members: Option[] }[] {
  return [...Map.groupBy(options, ({ kind }) => kind)].flatMap(([kind, members]) =>
    kind === "recent" ? [] : [{ kind, members }],
  );
}
