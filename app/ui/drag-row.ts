import { findDropIndex } from "./row-order.ts";

type Drag = {
  /** All rows of the list, in their order. */
  rows: HTMLElement[];
  from: number;
  /** Called once, when the row is dropped at another position. */
  onDrop: (to: number) => void;
};

/** Within this distance in px from the window's edge the page scrolls, by SCROLL_STEP px per frame. */
const EDGE = 64;
const SCROLL_STEP = 12;

/**
 * Lets a row follow the pointer in its list while the others make room. The DOM doesn't change until the drop, because a touch
 * whose element is removed from the page ends. Escape cancels.
 */
export function dragRow(start: PointerEvent, { rows, from, onDrop }: Drag): void {
  const row = rows[from];
  if (row === undefined || start.button !== 0) return;
  start.preventDefault();
  const places = rows.map((each) => {
    const { top, height } = each.getBoundingClientRect();
    return { top, height };
  });
  const startY = start.clientY + scrollY;
  let pointerY = start.clientY;
  let to = from;
  const follow = () => {
    const by = pointerY + scrollY - startY;
    to = findDropIndex(places, from, by);
    applyShifts(rows, { from, to, by });
  };
  let frame = requestAnimationFrame(function scrollAlong() {
    const step = pointerY < EDGE ? -SCROLL_STEP : pointerY > innerHeight - EDGE ? SCROLL_STEP : 0;
    if (step !== 0) scrollBy(0, step);
    if (step !== 0) follow();
    frame = requestAnimationFrame(scrollAlong);
  });
  const ended = new AbortController();
  const end = (isDropped: boolean) => {
    ended.abort();
    cancelAnimationFrame(frame);
    row.classList.remove("row-held");
    for (const each of rows) each.style.transform = "";
    if (isDropped && to !== from) onDrop(to);
  };
  const isSamePointer = (event: PointerEvent) => event.pointerId === start.pointerId;
  const { signal } = ended;
  addEventListener(
    "pointermove",
    (event) => {
      if (!isSamePointer(event)) return;
      pointerY = event.clientY;
      follow();
    },
    { signal },
  );
  addEventListener("pointerup", (event) => isSamePointer(event) && end(true), { signal });
  addEventListener("pointercancel", (event) => isSamePointer(event) && end(false), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal });
  row.classList.add("row-held");
}

/** Moves the row with the pointer, and the rows it passes by its height in the other direction. */
function applyShifts(rows: HTMLElement[], { from, to, by }: { from: number; to: number; by: number }): void {
  const room = rows[from]?.offsetHeight ?? 0;
  for (const [index, row] of rows.entries()) {
    const isPassed = index > from ? index <= to : index >= to && index < from;
    const shift = index === from ? by : isPassed ? -Math.sign(by) * room : 0;
    row.style.transform = shift === 0 ? "" : `translateY(${shift}px)`;
  }
}
