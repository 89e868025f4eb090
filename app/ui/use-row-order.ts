import { type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { dragRow } from "./drag-row.ts";
import { haveSameItems, moveListItem } from "./row-order.ts";

type RowOrder<Row> = {
  /** In their saved order. */
  rows: readonly Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Returns an error message when the order was not saved; null on success. */
  save: (order: { was: string[]; order: string[] }) => Promise<string | null>;
};

/**
 * Optimistic reordering: shows a new order at once, saves it in the background, and returns to the saved one on
 * failure. Announces each move. Rows added or removed meanwhile reset the order.
 */
export function useRowOrder<Row>({ rows, idOf, nameOf, save }: RowOrder<Row>) {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const ids = [...byId.keys()];
  /** The shown order, and the last order known to be saved. */
  const [{ order, saved }, setOrders] = useState({ order: ids, saved: ids });
  const [before, setBefore] = useState<string[] | null>(null);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  if (!haveSameItems(ids, saved)) {
    setOrders({ order: ids, saved: ids });
    setBefore(null);
  }

  const put = async (next: string[], message: { now: string; undone: string[] | null }) => {
    const was = order;
    setOrders((now) => ({ ...now, order: next }));
    setBefore(message.undone);
    setSaid(message.now);
    setProblem("");
    const refused = await save({ was, order: next });
    if (refused === null) {
      setOrders((now) => (haveSameItems(next, now.saved) ? { ...now, saved: next } : now));
      return;
    }
    setBefore(null);
    setSaid("");
    setProblem(refused);
    // Later moves were based on an order that wasn't saved, and fail as well.
    setOrders((now) => ({ ...now, order: now.saved }));
  };
  const move = (from: number, to: number) => {
    const id = order[from];
    if (id === undefined || from === to || to < 0 || to >= order.length) return;
    const row = byId.get(id);
    const now = `${row === undefined ? id : nameOf(row)} is now ${to + 1} of ${order.length}.`;
    void put(moveListItem(order, from, to), { now, undone: order });
  };
  const undo = () => {
    if (before !== null) void put(before, { now: "Moved back.", undone: null });
  };
  const ordered = order.flatMap((id) => byId.get(id) ?? []);
  return { ordered, said, problem, canUndo: before !== null, move, undo };
}

/** Handlers that move rows: by dragging a grip, and by the two buttons of `RowMoves`. */
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
    // Moving a row loses the focus, and at an end of the list the pressed button is disabled.
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>(".row-moves button") ?? [])];
    (by < 0 ? buttons : buttons.toReversed()).find((button) => !button.disabled)?.focus();
  };
  return { list, drag, step };
}
