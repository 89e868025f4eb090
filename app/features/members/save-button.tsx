import { Heart } from "lucide-react";
import { type FormEvent, useState } from "react";

type SaveButtonProps = {
  /** `places/madams-organ` */
  item: string;
  /** What it is called, for whoever can't see what the button stands beside. */
  name: string;
  /** Null for a guest, whom the form leads to signing in. */
  isSaved: boolean | null;
  /** A button with a word, or the heart alone. */
  shape?: "word" | "heart";
};

/** Saves a place or a guide and takes it back: a form, sent by script for whoever is signed in. */
export function SaveButton({ item, name, isSaved, shape = "heart" }: SaveButtonProps) {
  const [isOn, setIsOn] = useState(isSaved === true);
  const [problem, setProblem] = useState("");
  const turn = async () => {
    setIsOn(!isOn);
    setProblem("");
    const refused = await import("./save-in-place.ts").then(
      ({ saveInPlace }) => saveInPlace(item, !isOn),
      () => "Not saved. Please load the page again.",
    );
    if (refused === null) return;
    setIsOn(isOn);
    setProblem(refused);
  };
  const onSubmit = (event: FormEvent) => {
    if (isSaved === null) return;
    event.preventDefault();
    void turn();
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
