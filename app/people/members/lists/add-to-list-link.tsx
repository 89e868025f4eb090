import { ListPlus } from "lucide-react";
import type { MouseEvent } from "react";

import { addToListPath } from "./list-paths.ts";

type AddToListLinkProps = {
  place: { slug: string; name: string };
  /** Guests follow the link, which asks them to sign in. */
  isSignedIn: boolean;
};

/** Opens a menu of the member's lists on the spot; without script, the page of them. */
export function AddToListLink({ place, isSignedIn }: AddToListLinkProps) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isSignedIn || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const link = event.currentTarget;
    void import("./open-list-menu.tsx").then(
      ({ openListMenu }) => openListMenu(link, { place }),
      () => location.assign(link.href),
    );
  };
  return (
    <a className="button button-outline" href={addToListPath(place.slug)} onClick={open}>
      <ListPlus className="icon" aria-hidden="true" />
      Add to a list
    </a>
  );
}
