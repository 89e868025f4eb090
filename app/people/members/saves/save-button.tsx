import "./save.css";

import { Heart } from "lucide-react";
import { type FormEvent, useState } from "react";

type SaveButtonProps = {
  /** `places/madams-organ` */
  item: string;
  /** The name of the place or guide, for screen readers. */
  name: string;
  /** Null for a guest, whom the form redirects to sign-in. */
  isSaved: boolean | null;
  /** A button with text, or only the heart. */
  shape?: "word" | "heart";
};

/**
 * Saves or unsaves a place or guide. A plain form; for signed-in users script submits it in place, and offers to put a saved
 * place into a list.
 */
export function SaveButton({ item, name, isSaved, shape = "heart" }: SaveButtonProps) {
  const [isOn, setIsOn] = useState(isSaved === true);
  const [problem, setProblem] = useState("");
  const toggle = async (form: HTMLFormElement) => {
    setIsOn(!isOn);
    setProblem("");
    const error = await import("./save-in-place.ts").then(
      ({ saveInPlace }) => saveInPlace(item, !isOn),
      () => "Not saved. Please reload the page.",
    );
    if (error === null) {
      if (!isOn) void import("../lists/open-list-menu.tsx").then(({ offerLists }) => offerLists(form, item, name));
      return;
    }
    setIsOn(isOn);
    setProblem(error);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isSaved === null) return;
    event.preventDefault();
    void toggle(event.currentTarget);
  };
  return (
    <form className="save" method="post" action="/saves" onSubmit={onSubmit}>
      <input type="hidden" name="item" value={item} />
      <button
        type="submit"
        className={shape === "heart" ? "save-heart" : "button button-outline"}
        name="do"
        value={isOn ? "unsave" : "save"}
        aria-pressed={isOn}
      >
        <Heart className="icon" aria-hidden="true" />
        <span className={shape === "heart" ? "sr-only" : undefined}>{isOn ? "Saved" : "Save"}</span>
        <span className="sr-only"> {name}</span>
      </button>
      {problem !== "" && <span role="alert">{problem}</span>}
    </form>
  );
}
