import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { type PointerEvent, type SubmitEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";

import { dragEntry } from "./drag-entry.ts";
import { ENTRY_NOTE_LENGTH_MAX, type ListEntry } from "./list.ts";
import { useListOrder } from "./use-list-order.ts";

type RefusedNote = { slug: string; note: string } | null;
type EditedEntriesProps = { listId: string; entries: ListEntry[]; refused: RefusedNote };

/** A list's places with their notes, to be put in order: by buttons, and with script by dragging too. */
export function EditedEntries({ listId, entries, refused }: EditedEntriesProps) {
  const { ordered, said, problem, canUndo, move, undo } = useListOrder(listId, entries);
  const list = useRef<HTMLOListElement>(null);
  const drag = (event: PointerEvent, from: number) => {
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    dragEntry(event.nativeEvent, { rows, from, onDrop: (to) => move(from, to) });
  };
  const step = (event: SubmitEvent<HTMLFormElement>, from: number) => {
    event.preventDefault();
    const by = event.nativeEvent.submitter?.getAttribute("value") === "up" ? -1 : 1;
    const row = event.currentTarget.closest("li");
    flushSync(() => move(from, from + by));
    // Moving a row takes its focus, and at the end of the list the button pressed is of no more use.
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>(".list-entry-moves button") ?? [])];
    (by < 0 ? buttons : buttons.toReversed()).find((button) => !button.disabled)?.focus();
  };
  return (
    <>
      <ol className="list-entries" ref={list}>
        {ordered.map((entry, index) => (
          <EditedEntry
            key={entry.place.slug}
            entry={entry}
            number={index + 1}
            isLast={index + 1 === ordered.length}
            refused={refused?.slug === entry.place.slug ? refused : null}
            onGrip={(event) => drag(event, index)}
            onStep={(event) => step(event, index)}
          />
        ))}
      </ol>
      <div className="list-order-says">
        <p role="status">{said}</p>
        {problem !== "" && (
          <p role="alert" className="form-problem">
            {problem}
          </p>
        )}
        {canUndo && (
          <button type="button" className="button button-outline button-small" onClick={undo}>
            Undo the move
          </button>
        )}
      </div>
    </>
  );
}

type EditedEntryProps = {
  entry: ListEntry;
  number: number;
  isLast: boolean;
  refused: RefusedNote;
  onGrip: (event: PointerEvent) => void;
  onStep: (event: SubmitEvent<HTMLFormElement>) => void;
};

function EditedEntry({ entry, number, isLast, refused, onGrip, onStep }: EditedEntryProps) {
  const { place, note } = entry;
  return (
    <li id={place.slug}>
      <div className="picture">
        <img
          src={place.picture.card}
          alt=""
          width={128}
          height={96}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      </div>
      <div className="list-entry-words">
        <h3 className="h3">
          <span className="place-number">{number}</span>{" "}
          <Link className="name-link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        </h3>
        <p className="text-row text-stone-5">
          {place.type}, {place.neighborhood.name}
        </p>
      </div>
      <div className="list-entry-order">
        <EntryMoves place={place} isFirst={number === 1} isLast={isLast} onStep={onStep} />
        {/* For pointers and fingers alone: keys have the buttons. */}
        {(number > 1 || !isLast) && (
          <span className="list-entry-grip" aria-hidden="true" onPointerDown={onGrip}>
            <GripVertical className="icon" />
          </span>
        )}
      </div>
      <EntryNote place={place} note={note} refused={refused} />
    </li>
  );
}

type EntryMovesProps = Pick<EditedEntryProps, "isLast" | "onStep"> & Pick<ListEntry, "place"> & { isFirst: boolean };

function EntryMoves({ place: { slug, name }, isFirst, isLast, onStep }: EntryMovesProps) {
  return (
    <form method="post" className="list-entry-moves" onSubmit={onStep}>
      <input type="hidden" name="place" value={slug} />
      <button
        type="submit"
        className="icon-button"
        name="do"
        value="up"
        disabled={isFirst}
        aria-label={`Move ${name} up`}
      >
        <ArrowUp className="icon" aria-hidden="true" />
      </button>
      <button
        type="submit"
        className="icon-button"
        name="do"
        value="down"
        disabled={isLast}
        aria-label={`Move ${name} down`}
      >
        <ArrowDown className="icon" aria-hidden="true" />
      </button>
    </form>
  );
}

function EntryNote({ place, note, refused }: ListEntry & { refused: RefusedNote }) {
  const noteId = `note-${place.slug}`;
  return (
    <form method="post" className="list-entry-note">
      <input type="hidden" name="place" value={place.slug} />
      <label className={refused === null ? "field" : "field field-error"}>
        <span className="sr-only">Your note on {place.name}</span>
        <textarea
          className="input"
          name="note"
          rows={2}
          placeholder="Your note"
          defaultValue={refused?.note ?? note}
          aria-invalid={refused !== null}
          aria-describedby={refused === null ? undefined : noteId}
        />
        {refused !== null && (
          <small id={noteId} role="alert">
            A note has at most {ENTRY_NOTE_LENGTH_MAX} letters; this one has {refused.note.length}.
          </small>
        )}
      </label>
      <button type="submit" className="button button-outline button-small" name="do" value="note">
        Keep<span className="sr-only"> the note on {place.name}</span>
      </button>
      <button type="submit" className="button button-plain button-small" name="do" value="remove">
        Take out<span className="sr-only"> {place.name}</span>
      </button>
    </form>
  );
}
