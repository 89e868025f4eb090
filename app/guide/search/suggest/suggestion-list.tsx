import "./suggestions.css";

import { History, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import { highlightLabel } from "../page/highlight-label.ts";
import { saveRecentSearch } from "./recent-searches.ts";
import type { SuggestedKind } from "./suggestion.ts";
import { type Option, useCombobox } from "./use-combobox.ts";

const GROUPS: Record<SuggestedKind, string> = {
  search: "Searches",
  place: "Places",
  guide: "Guides",
  neighborhood: "Neighborhoods",
  category: "Categories",
};

/**
 * The list under a search box: suggestions for the typed letters or, in an empty box, recent searches. The page owns
 * the box, so its attributes are set from here.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function SuggestionList({ input }: { input: HTMLInputElement }) {
  const id = useId();
  const { options, active, isOpen, isUnanswered, typed, removeRecent, clearRecent } = useCombobox(input, id);
  if (input.form === null) return null;
  const row = (option: Option, content: ReactNode) => {
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
        onClick={() => option.kind === "recent" && saveRecentSearch(option.label)}
      >
        {content}
      </Link>
    );
  };
  const isRecent = options.some(({ kind }) => kind === "recent");
  return createPortal(
    <div className="suggestions" hidden={!isOpen && !isUnanswered}>
      <p className="sr-only" role="status">
        {isOpen &&
          pluralize(
            options.length,
            isRecent ? "recent search" : "suggestion",
            isRecent ? "recent searches" : undefined,
          )}
      </p>
      <p className={isUnanswered ? "suggestions-broken text-row" : "sr-only"} role="status">
        {isUnanswered && "We couldn’t load suggestions. Press Enter to search."}
      </p>
      {isRecent ? (
        <RecentList {...{ id, options, row, removeRecent, clearRecent }} />
      ) : (
        <div role="listbox" id={id} aria-label="Suggestions">
          {groupsOf(options).map(({ kind, members }) => (
            <div key={kind} role="group" aria-label={GROUPS[kind]}>
              <p className="suggestions-label label" aria-hidden="true">
                {GROUPS[kind]}
              </p>
              {members.map((option) => row(option, <SuggestionText option={option} typed={typed} />))}
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
  row: (option: Option, content: ReactNode) => ReactNode;
  removeRecent: (query: string) => void;
  clearRecent: () => void;
};

/** The buttons are next to the list, because nothing inside an option can be focused. */
function RecentList({ id, options, row, removeRecent, clearRecent }: RecentListProps) {
  return (
    <div className="suggestions-recent">
      <p className="suggestions-label label" aria-hidden="true">
        Recent searches
      </p>
      <button className="link text-row" type="button" onClick={clearRecent}>
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
            <button type="button" aria-label={`Remove “${label}”`} onClick={() => removeRecent(label)}>
              <X className="icon-small" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SuggestionText({ option, typed }: { option: Option; typed: string }) {
  const { before, match: marked, after } = highlightLabel(option.label, typed);
  return (
    <>
      <span className="suggestion-words">
        {before}
        {marked !== "" && <mark>{marked}</mark>}
        {after}
      </span>
      {(option.kind === "place" || option.kind === "search") && (
        <span className="suggestion-detail">{option.detail}</span>
      )}
    </>
  );
}

/** Options of one kind are adjacent. */
function groupsOf(options: readonly Option[]): { kind: SuggestedKind; members: Option[] }[] {
  return [...Map.groupBy(options, ({ kind }) => kind)].flatMap(([kind, members]) =>
    kind === "recent" ? [] : [{ kind, members }],
  );
}
