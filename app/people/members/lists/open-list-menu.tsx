import { createRoot } from "react-dom/client";

import { ListMenu } from "./list-menu.tsx";

type OpenedMenu = { place: { slug: string; name: string }; wasSaved?: boolean };

/**
 * Opens the menu of lists beside its button. A root of its own, so that the hearts of a page carry no script for a menu that
 * most visits don't open.
 */
export function openListMenu(anchor: HTMLElement, menu: OpenedMenu): void {
  const holder = document.createElement("div");
  // After the form of the heart: the menu has a form itself.
  (anchor.closest("form") ?? anchor).after(holder);
  const root = createRoot(holder);
  const close = () => {
    root.unmount();
    holder.remove();
  };
  root.render(<ListMenu {...menu} anchor={anchor} onClose={close} />);
}

/** After a heart was pressed: `item` is what it saved. Lists have places only. */
export function offerLists(form: HTMLFormElement, item: string, name: string): void {
  const [kind, slug] = item.split("/");
  const button = form.querySelector("button");
  if (kind === "places" && slug !== undefined && button !== null) {
    openListMenu(button, { place: { slug, name }, wasSaved: true });
  }
}
