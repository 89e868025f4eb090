import { type FormEvent, type RefObject, useCallback, useState } from "react";

import { useAutosave } from "#app/ui/use-autosave.ts";

import { type IssueSaveResult, type IssueSaveState, IssueSaves, isIssueTextField } from "./issue-autosave.ts";

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
  const [saves] = useState(() => new IssueSaves({ id, version }));
  const autosave = useAutosave<FormData, IssueSaveResult>({
    read: () => (form.current === null ? null : saves.read(form.current)),
    send: (body) => saves.send(body),
    onUnsaved: () => setState((last) => (autosave.isStopped ? last : { kind: "unsaved" })),
    onSaving: () => setState({ kind: "saving" }),
    onResult: (result, isDirty) => {
      if (result.seenAt !== undefined) setSeenAt(result.seenAt);
      setState(result.kind === "saved" && isDirty ? { kind: "unsaved" } : result.state);
    },
  });
  const changed = useCallback(() => {
    if (isOn) autosave.change();
    else setState({ kind: "by-hand" });
  }, [autosave, isOn]);
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const name = target instanceof Element ? target.getAttribute("name") : null;
    if (name !== null && isIssueTextField(name)) changed();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!autosave.delaysSubmit(event)) saves.fillIn(event.currentTarget);
  };
  /** After a conflict: overwrites the other editor's version. */
  const overwrite = (newest: number) => {
    saves.overwrite(newest);
    autosave.overwrite();
  };
  return { state, seenAt, changed, onInput, onSubmit, overwrite };
}
