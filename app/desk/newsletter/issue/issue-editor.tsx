import { type ComponentProps, useRef } from "react";

import type { IssueState } from "#app/db/schema/newsletter.ts";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { editIssuePath } from "../newsletter-paths.ts";
import { IssueFields, IssueItems, ItemSuggestions } from "./edit-issue.tsx";
import { isIssueTextField } from "./issue-autosave.ts";
import { IssuePreview, type PreviewLook } from "./issue-preview.tsx";
import { IssueSaveStatus } from "./issue-save-status.tsx";
import { IssueSending } from "./issue-sending.tsx";
import { useIssueAutosave } from "./use-issue-autosave.ts";

type IssueEditorProps = Omit<ComponentProps<typeof IssueFields>, "form" | "onIntro"> &
  Omit<ComponentProps<typeof IssueItems>, "issueId"> &
  ComponentProps<typeof ItemSuggestions> &
  ComponentProps<typeof IssueSending> & {
    issue: { id: string; version: number; seenAt: number; state: IssueState; savedLabel: string };
    look: PreviewLook;
    text: string;
  };

/** The form of an unsent issue: its text, items, sending and preview. Drafts are saved while typing. */
export function IssueEditor({
  issue,
  choices,
  items,
  removedItems,
  query,
  offers,
  look,
  text,
  sending,
  refused,
}: IssueEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const version = refused?.version ?? issue.version;
  const isAutosaved = issue.state === "draft";
  const { id, seenAt: openedAt } = issue;
  const opened = { id, version, seenAt: openedAt, isOn: isAutosaved };
  const { state, changed, onInput, onSubmit, overwrite, ...saved } = useIssueAutosave(form, opened);
  const isSaved =
    state.kind === "saved" || (refused === null && (state.kind === "untouched" || state.kind === "by-hand"));
  useLeaveGuard(form, !isSaved, isAutosaved ? isIssueTextField : undefined);
  // The order is autosaved too, and reaches the page's data before the form's state.
  const seenAt = Math.max(openedAt, saved.seenAt);
  return (
    <form
      method="post"
      action={editIssuePath(issue.id)}
      className="newsletter-editor"
      data-at-once=""
      ref={form}
      noValidate
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <FormFacts {...{ seenAt, look, query, version }} />
      <div>
        <IssueSaveStatus issueId={issue.id} opened={issue.savedLabel} state={state} onMine={overwrite} />
        <IssueFields {...{ issue, choices, refused, form }} onIntro={changed} />
        <IssueItems key={keyOf(items)} issueId={issue.id} {...{ items, removedItems, refused }} />
        <ItemSuggestions {...{ offers, query }} />
        <IssueSending {...{ sending, refused }} />
      </div>
      <IssuePreview issueId={issue.id} {...{ look, text, seenAt }} isOpen />
    </form>
  );
}

type FormFactsProps = { seenAt: number; version: number; look: PreviewLook; query: string };

/** Hidden fields, and the first button, which Enter in a field presses: it saves or searches. */
function FormFacts({ seenAt, version, look, query }: FormFactsProps) {
  return (
    <>
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="do" value="enter">
        Save
      </button>
      <input type="hidden" name="searched" value={query} />
      <input type="hidden" name="words" value="yes" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={seenAt} />
      <input type="hidden" name="width" value={look.width} />
      <input type="hidden" name="theme" value={look.theme} />
    </>
  );
}

/** The same for the same items in any order, so that moving an item keeps typed notes and the undo state. */
function keyOf(items: readonly { id: number }[]): string {
  return items
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join();
}
