import { useRef, useState } from "react";

import type { ListEntry } from "./list.ts";
import { movedTo } from "./list-order.ts";
import { saveOrder } from "./save-order.ts";

/**
 * The order of a list while it is being changed: shown at once, sent in the background, and put back to what is kept when
 * it is refused. What happened is said in words, for whoever can't see it.
 */
export function useListOrder(listId: string, entries: ListEntry[]) {
  const names = new Map(entries.map(({ place }) => [place.slug, place.name]));
  const bySlug = new Map(entries.map((entry) => [entry.place.slug, entry]));
  const [order, setOrder] = useState(() => [...bySlug.keys()]);
  const [before, setBefore] = useState<string[] | null>(null);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  /** What the site has kept, as far as is known. */
  const kept = useRef(order);

  const put = async (next: string[], words: { now: string; undone: string[] | null }) => {
    const was = order;
    setOrder(next);
    setBefore(words.undone);
    setSaid(words.now);
    setProblem("");
    const refused = await saveOrder(listId, { was, order: next });
    if (refused === null) {
      kept.current = next;
      return;
    }
    setBefore(null);
    setSaid("");
    setProblem(refused);
    // Those behind it were made from an order that isn't there, and are refused in their turn.
    setOrder(kept.current);
  };
  const move = (from: number, to: number) => {
    const slug = order[from];
    if (slug === undefined || from === to || to < 0 || to >= order.length) return;
    const now = `${names.get(slug) ?? slug} is now ${to + 1} of ${order.length}.`;
    void put(movedTo(order, from, to), { now, undone: order });
  };
  const undo = () => {
    if (before !== null) void put(before, { now: "Moved back.", undone: null });
  };
  const ordered = order.flatMap((slug) => bySlug.get(slug) ?? []);
  return { ordered, said, problem, canUndo: before !== null, move, undo };
}
