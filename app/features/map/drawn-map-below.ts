/**
 * Hides the pins of the drawn map while the live one lies over it, but never those of which one has the focus: they go
 * when it does.
 *
 * @returns What brings them back.
 */
export function hideDrawnPins(live: HTMLElement): () => void {
  const map = live.closest<HTMLElement>(".locator-map");
  if (map === null) return () => {};
  const pins = map.querySelector(".map-pins");
  const hide = () => {
    if (pins?.contains(document.activeElement) !== true) map.dataset["live"] = "";
  };
  // While the focus moves, nothing has it; a moment later its new holder does.
  const hideSoon = () => queueMicrotask(hide);
  hide();
  map.addEventListener("focusout", hideSoon);
  return () => {
    map.removeEventListener("focusout", hideSoon);
    delete map.dataset["live"];
  };
}
