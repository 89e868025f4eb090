import { type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { dragRow } from "./drag-row.ts";
import { hasSame, movedTo } from "./row-order.ts";

type RowOrder<Row> = {
  /** As they are kept. */
  rows: readonly Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Why an order isn't kept, in words; null when it is. */
  save: (order: { was: string[]; order: string[] }) => Promise<string | null>;
};

/**
 * The order of rows while it is being changed: shown at once, sent in the background, and put back to what is kept when it
 * is refused. What happened is said in words, for whoever can't see it. Rows that come or go meanwhile bring their own order.
 */
export function useRowOrder<Row>({ rows, idOf, nameOf, save }: RowOrder<Row>) {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const ids = [...byId.keys()];
  /** As it is shown, and as the site has kept it, as far as is known. */
  const [{ order, kept }, setOrders] = useState({ order: ids, kept: ids });
  const [before, setBefore] = useState<string[] | null>(null);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  if (!hasSame(ids, kept)) {
    setOrders({ order: ids, kept: ids });
    setBefore(null);
  }

  const put = async (next: string[], words: { now: string; undone: string[] | null }) => {
    const was = order;
    setOrders((now) => ({ ...now, order: next }));
    setBefore(words.undone);
    setSaid(words.now);
    setProblem("");
    const refused = await save({ was, order: next });
    if (refused === null) {
      setOrders((now) => (hasSame(next, now.kept) ? { ...now, kept: next } : now));
      return;
    }
    setBefore(null);
    setSaid("");
    setProblem(refused);
    // Those behind it were made from an order that isn't there, and are refused in their turn.
    setOrders((now) => ({ ...now, order: now.kept }));
  };
  const move = (from: number, to: number) => {
    const id = order[from];
    if (id === undefined || from === to || to < 0 || to >= order.length) return;
    const row = byId.get(id);
    const now = `${row === undefined ? id : nameOf(row)} is now ${to + 1} of ${order.length}.`;
    void put(movedTo(order, from, to), { now, undone: order });
  };
  const undo = () => {
    if (before !== null) void put(before, { now: "Moved back.", undone: null });
  };
  const ordered = order.flatMap((id) => byId.get(id) ?? []);
  return { ordered, said, problem, canUndo: before !== null, move, undo };
}

/** What moves the rows of a list: a grip that is dragged, and the two buttons of `RowMoves`. */
export function useRowMoves(move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const drag = (event: PointerEvent, from: number) => {
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    dragRow(event.nativeEvent, { rows, from, onDrop: (to) => move(from, to) });
  };
  const step = (event: MouseEvent<HTMLButtonElement>, from: number, by: -1 | 1) => {
    event.preventDefault();
    const row = event.currentTarget.closest("li");
    flushSync(() => move(from, from + by));
    // Moving a row takes its focus, and at the end of the list the button pressed is of no more use.
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>(".row-moves button") ?? [])];
    (by < 0 ? buttons : buttons.toReversed()).find((button) => !button.disabled)?.focus();
  };
  return { list, drag, step };
}
