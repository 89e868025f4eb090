import { droppedAt } from "./row-order.ts";

type Drag = {
  /** All rows of the list, in their order. */
  rows: HTMLElement[];
  from: number;
  /** Told once, when it is let go of somewhere else. */
  onDrop: (to: number) => void;
};

/** This near to the window's edge, in px, the page scrolls along, so many px a frame. */
const EDGE = 64;
const SCROLL_STEP = 12;

/**
 * Lets a row follow a pointer or finger up and down its list, while the others make room. The rows stay where they are in
 * the page until it is let go: a finger whose element is taken out of the page is lost. Escape puts it back.
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
    to = droppedAt(places, from, by);
    show(rows, { from, to, by });
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
  const isOurs = (event: PointerEvent) => event.pointerId === start.pointerId;
  const { signal } = ended;
  addEventListener(
    "pointermove",
    (event) => {
      if (!isOurs(event)) return;
      pointerY = event.clientY;
      follow();
    },
    { signal },
  );
  addEventListener("pointerup", (event) => isOurs(event) && end(true), { signal });
  addEventListener("pointercancel", (event) => isOurs(event) && end(false), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal });
  row.classList.add("row-held");
}

/** The row under the pointer, and those that it passes moved by its height the other way. */
function show(rows: HTMLElement[], { from, to, by }: { from: number; to: number; by: number }): void {
  const room = rows[from]?.offsetHeight ?? 0;
  for (const [index, row] of rows.entries()) {
    const isPassed = index > from ? index <= to : index >= to && index < from;
    const shift = index === from ? by : isPassed ? -Math.sign(by) * room : 0;
    row.style.transform = shift === 0 ? "" : `translateY(${shift}px)`;
  }
}
