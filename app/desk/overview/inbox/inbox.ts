/** How much waits for an editor, by the page of the desk that has it. */
export type InboxCounts = {
  moderation: number;
  questions: number;
  messages: number;
  refunds: number;
  /** Imports with entries that wait for a decision. */
  imports: number;
};

export type InboxKind = keyof InboxCounts;

export function inboxTotal(counts: InboxCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Something that waits, with the page where it is decided. */
export type InboxItem = {
  kind: InboxKind;
  id: string;
  /** "Submission", "Message", "Refund" */
  label: string;
  /** The place, the person or the file. */
  name: string;
  line: string;
  assignee: string | null;
  since: string;
  sinceLabel: string;
  to: string;
};
