import "#app/guide/places/cards/place-marks.css";
import "../dashboard/member-pages.css";

import type { MouseEvent, PointerEvent } from "react";
import { Link } from "react-router";

import { RowMoves, RowMoveStatus } from "#app/ui/row-moves.tsx";
import { useRowMoves, useRowOrder } from "#app/ui/use-row-order.ts";

import { ENTRY_NOTE_LENGTH_MAX, ENTRY_NOTE_PREFIX, type ListEntry } from "./list.ts";
import { saveOrder } from "../saves/save-order.ts";

type EditedEntriesProps = {
  listId: string;
  entries: ListEntry[];
  /** Submitted notes by slug, if the form was refused. */
  refusedNotes: Record<string, string>;
};

/** A list's places with their notes, inside of the list's form. They can be reordered with buttons, and with JavaScript also by dragging. */
export function ListEntriesEditor({ listId, entries, refusedNotes }: EditedEntriesProps) {
  const { ordered, said, problem, canUndo, move, undo } = useRowOrder({
    rows: entries,
    idOf: ({ place }) => place.slug,
    nameOf: ({ place }) => place.name,
    save: (order) => saveOrder(listId, order),
  });
  const { list, drag, step } = useRowMoves(move);
  return (
    <>
      <ol className="list-entries" ref={list}>
        {ordered.map((entry, index) => (
          <EditedEntry
            key={entry.place.slug}
            entry={entry}
            number={index + 1}
            isLast={index + 1 === ordered.length}
            refusedNote={refusedNotes[entry.place.slug] ?? null}
            onGrip={(event) => drag(event, index)}
            onStep={(event, by) => step(event, index, by)}
          />
        ))}
      </ol>
      <RowMoveStatus {...{ said, problem, canUndo }} onUndo={undo} />
    </>
  );
}

type EditedEntryProps = {
  entry: ListEntry;
  number: number;
  isLast: boolean;
  refusedNote: string | null;
  onGrip: (event: PointerEvent) => void;
  onStep: (event: MouseEvent<HTMLButtonElement>, by: -1 | 1) => void;
};

function EditedEntry({ entry, number, isLast, refusedNote, onGrip, onStep }: EditedEntryProps) {
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
        <p className="text-row text-muted">
          {place.type}, {place.neighborhood.name}
        </p>
      </div>
      <div className="list-entry-order">
        <RowMoves
          field={null}
          id={place.slug}
          name={place.name}
          isFirst={number === 1}
          isLast={isLast}
          onStep={onStep}
          onGrip={onGrip}
        />
      </div>
      <EntryNote place={place} note={refusedNote ?? note} />
    </li>
  );
}

function EntryNote({ place, note }: ListEntry) {
  const noteId = `note-${place.slug}`;
  const isTooLong = note.length > ENTRY_NOTE_LENGTH_MAX;
  return (
    <div className="list-entry-note">
      <label className={isTooLong ? "field field-error" : "field"}>
        <span className="sr-only">Your note on {place.name}</span>
        <textarea
          className="input"
          name={`${ENTRY_NOTE_PREFIX}${place.slug}`}
          rows={2}
          placeholder="Your note"
          defaultValue={note}
          aria-invalid={isTooLong}
          aria-describedby={isTooLong ? noteId : undefined}
        />
        {isTooLong && (
          <small id={noteId} role="alert">
            Notes can have up to {ENTRY_NOTE_LENGTH_MAX} characters. This one has {note.length}.
          </small>
        )}
      </label>
      <button type="submit" className="button button-plain button-small" name="do" value={`remove:${place.slug}`}>
        Remove<span className="sr-only"> {place.name}</span>
      </button>
    </div>
  );
}
