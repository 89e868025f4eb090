import "../screen/editing.css";

import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";

import { describeSaveState } from "../draft/save-status.tsx";
import type { SaveState } from "../draft/use-guide-autosave.ts";
import { PublishButtons, PublishFields, type PublishFieldsProps } from "./publish-fields.tsx";
import { GUIDE_FIELD_LABELS, guideFieldId, type GuideProblems } from "./validate-guide.ts";

type PublishDialogProps = PublishFieldsProps & {
  dialog: RefObject<HTMLDialogElement | null>;
  /** What prevents publishing the saved draft. */
  problems: GuideProblems;
  save: SaveState;
};

/** Asks once how to publish the post. A part of the editor's form: its fields are sent and saved with it, also unopened. */
export function PublishDialog({ dialog, problems, save, ...fields }: PublishDialogProps) {
  const id = useId();
  const isRefused = fields.refused !== null && fields.refused.problems["at"] !== undefined;
  useEffect(() => {
    // The time was refused, so the question is asked again.
    if (isRefused && dialog.current?.open === false) dialog.current.showModal();
  }, [dialog, isRefused]);
  const open = Object.entries(problems);
  return (
    <dialog ref={dialog} className="guide-dialog" aria-labelledby={id} onKeyDown={pressPublish}>
      <h2 className="h3" id={id}>
        Publish
      </h2>
      <p className="text-muted">{fields.opened.status.label}</p>
      {open.length > 0 && (
        <div className="form-problem">
          <p>
            <strong>Before you can publish</strong>
          </p>
          <ul>
            {open.map(([field, text]) => (
              <li key={field}>
                <button type="button" className="link" onClick={() => goTo(dialog, field)}>
                  {GUIDE_FIELD_LABELS[field] ?? field}
                </button>
                : {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      <PublishFields {...fields} />
      {save.kind !== "saved" && (
        <p className="text-muted" role="status">
          {describeSaveState(save)}
        </p>
      )}
      <PublishButtons status={fields.opened.status} isDisabled={open.length > 0} />
      <button type="button" className="button button-plain button-flush" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
    </dialog>
  );
}

/** Enter in a field would press the form's first button, which saves. */
function pressPublish(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const buttons = event.currentTarget.querySelectorAll<HTMLButtonElement>('button[value="publish"]');
  for (const button of buttons) if (button.checkVisibility()) button.click();
}

const NEVER_CLOSED = new Set(["at"]);

/** Closes the dialog and goes to the field. The text has no field of its own while the rich text editor is shown. */
function goTo(dialog: RefObject<HTMLDialogElement | null>, field: string): void {
  if (!NEVER_CLOSED.has(field)) dialog.current?.close();
  const element = document.getElementById(guideFieldId(field));
  const isHidden = element instanceof HTMLInputElement && element.type === "hidden";
  const target = element === null || isHidden ? document.querySelector<HTMLElement>(".editor-text") : element;
  target?.focus();
}

/** Opens the dialog with the script; without, the button goes to a page with the same fields. */
export function usePublishDialog(saveNow: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const ask = () => {
    saveNow();
    dialog.current?.showModal();
  };
  return { dialog, ask };
}
