import { type FormEvent, type RefObject, useEffect, useState } from "react";

import { IssueAutosave, type IssueSaveState, isIssueTextField } from "./issue-autosave.ts";

type OpenedIssue = {
  id: string;
  version: number;
  /** When the displayed issue was last changed. */
  seenAt: number;
  /** False if only the button saves. */
  isOn: boolean;
};

/** Autosaves a draft while the editor types, and returns the save state. */
export function useIssueAutosave(
  form: RefObject<HTMLFormElement | null>,
  { id, version, seenAt: opened, isOn }: OpenedIssue,
) {
  const [state, setState] = useState<IssueSaveState>({ kind: "untouched" });
  const [seenAt, setSeenAt] = useState(opened);
  const [autosave] = useState(() => new IssueAutosave({ id, version }, { state: setState, seen: setSeenAt }));
  useEffect(() => {
    const goOn = () => {
      if (form.current !== null) autosave.resume(form.current);
    };
    addEventListener("online", goOn);
    return () => {
      removeEventListener("online", goOn);
      autosave.dispose();
    };
  }, [autosave, form]);

  const onInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const name = target instanceof Element ? target.getAttribute("name") : null;
    if (name === null || !isIssueTextField(name)) return;
    if (isOn) autosave.handleInput(currentTarget);
    else setState({ kind: "by-hand" });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget: element, nativeEvent } = event;
    const running = autosave.prepareSubmit(element);
    if (running === null) return;
    event.preventDefault();
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    void running.then(() => element.requestSubmit(submitter));
  };
  const keepMine = (newest: number) => {
    if (form.current !== null) autosave.overwriteWithMine(form.current, newest);
  };
  return { state, seenAt, onInput, onSubmit, keepMine };
}
