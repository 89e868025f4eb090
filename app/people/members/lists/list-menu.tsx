import "#app/ui/popup.css";
import "./list-menu.css";

import { type FormEvent, type ToggleEvent, useEffect, useId, useState } from "react";

import { fetchPlaceLists } from "./fetch-place-lists.ts";
import { LISTS_FULL, type PlaceLists } from "./list.ts";

type ListMenuProps = {
  place: { slug: string; name: string };
  /** The button that the menu belongs to. */
  anchor: HTMLElement;
  /** Whether the place was just saved: the menu begins with that, and a button that shows the lists. */
  wasSaved?: boolean;
  onClose: () => void;
};

/** Puts a place into the member's lists or takes it out, and makes new ones, without leaving the page. */
export function ListMenu({ place, anchor, wasSaved = false, onClose }: ListMenuProps) {
  const [isOpen, setIsOpen] = useState(!wasSaved);
  const titleId = useId();
  const show = (popup: HTMLDivElement | null) => {
    if (popup !== null && !popup.matches(":popover-open")) popup.showPopover({ source: anchor });
  };
  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState === "closed") onClose();
  };
  return (
    <div
      className={isOpen ? "popup list-menu" : "popup list-menu list-menu-saved"}
      popover="auto"
      role="dialog"
      aria-labelledby={titleId}
      ref={show}
      onToggle={toggled}
    >
      {isOpen ? (
        <>
          <p className="popup-title" id={titleId}>
            Add {place.name} to a list
          </p>
          <Lists place={place} />
        </>
      ) : (
        <>
          <p id={titleId} role="status">
            Saved.
          </p>
          <button type="button" className="button button-outline button-small" onClick={() => setIsOpen(true)}>
            Add to a list
          </button>
        </>
      )}
    </div>
  );
}

function Lists({ place: { slug } }: Pick<ListMenuProps, "place">) {
  const [found, setFound] = useState<PlaceLists | null>(null);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  const send = async (fields: Record<string, string> | null, done: string) => {
    setProblem("");
    setSaid("");
    const answer = await fetchPlaceLists(slug, fields);
    if (typeof answer === "string") {
      setProblem(answer);
      return false;
    }
    setFound(answer);
    setSaid(done);
    return true;
  };
  useEffect(() => {
    let isShown = true;
    void fetchPlaceLists(slug, null).then((answer) => {
      if (!isShown) return;
      if (typeof answer === "string") setProblem(answer);
      else setFound(answer);
    });
    return () => {
      isShown = false;
    };
  }, [slug]);
  return (
    <>
      {found === null && problem === "" && <p className="text-muted">Loading your lists...</p>}
      {found !== null && (
        <>
          {found.lists.length > 0 && (
            <ul className="list-menu-lists">
              {found.lists.map(({ id, name, hasPlace }) => (
                <li key={id}>
                  <label>
                    <input
                      type="checkbox"
                      checked={hasPlace}
                      onChange={() =>
                        void send(
                          { do: hasPlace ? "remove" : "add", list: id },
                          hasPlace ? `Removed from ${name}.` : `Added to ${name}.`,
                        )
                      }
                    />
                    <span>{name}</span>
                  </label>
                </li>
              ))}
            </ul>
          )}
          <NewList isFull={found.isFull} make={(name) => send({ do: "make", name }, `Added to ${name}.`)} />
        </>
      )}
      <p className="list-menu-says" role="status">
        {said}
      </p>
      {problem !== "" && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <a className="link text-row" href="/lists">
        All my lists
      </a>
    </>
  );
}

function NewList({ isFull, make }: { isFull: boolean; make: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState("");
  if (isFull) return <p className="text-row text-muted">{LISTS_FULL}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make(name).then((isMade) => isMade && setName(""));
  };
  return (
    <form className="list-menu-new" onSubmit={submit}>
      <label className="field">
        <span>New list</span>
        <input className="input" value={name} required onChange={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" className="button button-outline">
        Create
      </button>
    </form>
  );
}
