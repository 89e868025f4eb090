import "#app/guide/places/cards/place-marks.css";
import "../dashboard/member-pages.css";

import type { MouseEvent, PointerEvent } from "react";
import { Link } from "react-router";

import { RowMoves, RowMoveStatus } from "#app/ui/row-moves.tsx";
import { useRowMoves, useRowOrder } from "#app/ui/use-row-order.ts";

import { ENTRY_NOTE_LENGTH_MAX, type ListEntry } from "./list.ts";
import { saveOrder } from "../saves/save-order.ts";

type RejectedNote = { slug: string; note: string } | null;
type EditedEntriesProps = { listId: string; entries: ListEntry[]; rejected: RejectedNote };

/** A list's places with their notes. They can be reordered with buttons, and with JavaScript also by dragging. */
export function ListEntriesEditor({ listId, entries, rejected }: EditedEntriesProps) {
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
            rejected={rejected?.slug === entry.place.slug ? rejected : null}
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
  rejected: RejectedNote;
  onGrip: (event: PointerEvent) => void;
  onStep: (event: MouseEvent<HTMLButtonElement>, by: -1 | 1) => void;
};

function EditedEntry({ entry, number, isLast, rejected, onGrip, onStep }: EditedEntryProps) {
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
          field="place"
          id={place.slug}
          name={place.name}
          isFirst={number === 1}
          isLast={isLast}
          onStep={onStep}
          onGrip={onGrip}
        />
      </div>
      <EntryNoteForm place={place} note={note} rejected={rejected} />
    </li>
  );
}

function EntryNoteForm({ place, note, rejected }: ListEntry & { rejected: RejectedNote }) {
  const noteId = `note-${place.slug}`;
  return (
    <form method="post" className="list-entry-note">
      <input type="hidden" name="place" value={place.slug} />
      <label className={rejected === null ? "field" : "field field-error"}>
        <span className="sr-only">Your note on {place.name}</span>
        <textarea
          className="input"
          name="note"
          rows={2}
          placeholder="Your note"
          defaultValue={rejected?.note ?? note}
          aria-invalid={rejected !== null}
          aria-describedby={rejected === null ? undefined : noteId}
        />
        {rejected !== null && (
          <small id={noteId} role="alert">
            Notes can have up to {ENTRY_NOTE_LENGTH_MAX} characters. This one has {rejected.note.length}.
          </small>
        )}
      </label>
      <button type="submit" className="button button-outline button-small" name="do" value="note">
        Save<span className="sr-only"> the note on {place.name}</span>
      </button>
      <button type="submit" className="button button-plain button-small" name="do" value="remove">
        Remove<span className="sr-only"> {place.name}</span>
      </button>
    </form>
  );
}
