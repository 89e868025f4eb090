import { ChevronDown } from "lucide-react";
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";

import { useAfterNavigation } from "./use-after-navigation.ts";

/** A pointer that only crosses the header opens nothing. */
const OPEN_DELAY_MS = 200;
/** Within this time after one menu closed, the next one opens at once: the visitor is looking through them. */
const SKIP_DELAY_MS = 300;
/** Time to cross from the button to the sheet. */
const CLOSE_DELAY_MS = 150;
/** A click that lands just after the pointer opened the menu meant to open it, not to close it. */
const CLICK_GRACE_MS = 500;

/** When any menu of the page last closed; shared, because the skip delay is about going from one to another. */
let lastClosedMs = Number.NEGATIVE_INFINITY;

/**
 * A button and its full-width sheet, a native popover: click, keyboard, Escape and outside clicks work without script.
 * Script adds opening by pointing with a mouse.
 */
export function Menu({
  id,
  label,
  isHere,
  children,
}: {
  id: string;
  label: string;
  /** True when the page is one of those behind the menu: the button carries the bars. */
  isHere: boolean;
  children: ReactNode;
}) {
  const item = useRef<HTMLLIElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openedByPointerMs = useRef(Number.NEGATIVE_INFINITY);

  function later(delayMs: number, action: () => void) {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, delayMs);
  }

  function pointerEntered(event: PointerEvent) {
    if (event.pointerType === "mouse") openSoon();
  }

  function openSoon() {
    const wasJustInAnother = performance.now() - lastClosedMs < SKIP_DELAY_MS || anotherIsOpen(sheet.current);
    later(wasJustInAnother ? 0 : OPEN_DELAY_MS, () => {
      if (isOpen(sheet.current)) return;
      openedByPointerMs.current = performance.now();
      sheet.current?.showPopover();
    });
  }

  function pointerLeft(event: PointerEvent) {
    if (event.pointerType === "mouse") later(CLOSE_DELAY_MS, close);
  }

  function close() {
    if (isOpen(sheet.current)) sheet.current?.hidePopover();
  }

  function buttonClicked(event: MouseEvent) {
    clearTimeout(timer.current);
    if (performance.now() - openedByPointerMs.current < CLICK_GRACE_MS) event.preventDefault();
  }

  useAfterNavigation(close);

  // The script starts late: the pointer may have come before it.
  const openIfPointedAt = useEffectEvent(() => {
    if (item.current?.matches(":hover") && matchMedia("(hover: hover)").matches) openSoon();
  });
  useEffect(() => openIfPointedAt(), []);

  return (
    <li ref={item} className="menu" onPointerEnter={pointerEntered} onPointerLeave={pointerLeft}>
      <button
        type="button"
        className={isHere ? "menu-button bars-below" : "menu-button"}
        popoverTarget={id}
        onClick={buttonClicked}
      >
        {label}
        <ChevronDown className="icon-small" aria-hidden="true" />
      </button>
      <div
        ref={sheet}
        className="menu-sheet"
        id={id}
        popover="auto"
        onToggle={(event) => {
          if (event.newState === "closed") lastClosedMs = performance.now();
        }}
      >
        {children}
      </div>
    </li>
  );
}

function isOpen(element: HTMLElement | null): boolean {
  return element?.matches(":popover-open") ?? false;
}

function anotherIsOpen(own: HTMLElement | null): boolean {
  const open = document.querySelector(".menu-sheet:popover-open");
  return open !== null && open !== own;
}
