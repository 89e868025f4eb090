import { ChevronDown } from "lucide-react";
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";

import { useAfterNavigation } from "./use-after-navigation.ts";

/** Delay before a hover opens the menu, so that a passing pointer opens nothing. */
const OPEN_DELAY_MS = 200;
/** Within this time after one menu closed, the next one opens without delay. */
const SKIP_DELAY_MS = 300;
/** Time to cross from the button to the sheet. */
const CLOSE_DELAY_MS = 150;
/** A click this soon after the hover opened the menu was meant to open it, so it doesn't close it. */
const CLICK_GRACE_MS = 500;

/** When any menu of the page last closed. Shared, because the skip delay spans menus. */
let lastClosedMs = Number.NEGATIVE_INFINITY;

/**
 * A button with a full-width sheet, a native popover: click, keyboard, Escape and outside clicks work without script.
 * Script adds opening by hover.
 */
export function Menu({
  id,
  label,
  isHere,
  children,
}: {
  id: string;
  label: string;
  /** True when the current page is in the menu: the button is marked. */
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
    const skipsDelay = performance.now() - lastClosedMs < SKIP_DELAY_MS || isOtherMenuOpen(sheet.current);
    later(skipsDelay ? 0 : OPEN_DELAY_MS, () => {
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

  // Hydration is late: the pointer may be over the menu already.
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

function isOtherMenuOpen(sheet: HTMLElement | null): boolean {
  const open = document.querySelector(".menu-sheet:popover-open");
  return open !== null && open !== sheet;
}
