import type { IssueState } from "#app/db/schema/newsletter.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";

import type { IssueFormError } from "./change-issue.server.ts";
import { IssueField } from "./edit-issue.tsx";
import { issueFieldId } from "./issue-field-id.ts";
import { DELETED_RETENTION_DAYS } from "../subscribers/retention-days.ts";
import { editIssuePath } from "../newsletter-paths.ts";
import { HeldMailsNote } from "./held-mails-note.tsx";
import type { ScheduleFormValues } from "./schedule-form.ts";
import type { Progress } from "../sending/send-issue.server.ts";

export type SendingState = {
  recipientCount: number;
  scheduledLabel: string | null;
  /** The fields' values: preserved input, or the current state. */
  time: ScheduleFormValues;
  test: string;
  isMailSent: boolean;
  hasPostalAddress: boolean;
  isConfirming: boolean;
  isDeleting: boolean;
};

type SendingProps = { sending: SendingState; refused: IssueFormError | null };

/** Testing, scheduling, sending and deleting the issue, as parts of the page's form. */
export function IssueSending({ sending, refused }: SendingProps) {
  const { recipientCount: receiverCount, isMailSent, hasPostalAddress, isConfirming, isDeleting } = sending;
  return (
    <section aria-labelledby="sending" className="newsletter-sending">
      <h2 className="h2" id="sending">
        Send
      </h2>
      <p>
        {pluralize(receiverCount, "subscriber")} will get this issue. {!isMailSent && <HeldMailsNote />}
        {!hasPostalAddress &&
          " No postal address is set (POSTAL_ADDRESS). The CAN-SPAM Act requires one in each newsletter."}
      </p>
      <TestPart {...{ sending, refused }} />
      <SchedulePart {...{ sending, refused }} />
      {isDeleting && <DeletePart />}
      {isConfirming && <SendPart receiverCount={receiverCount} />}
      {!isConfirming && !isDeleting && (
        <div className="newsletter-buttons">
          <button type="submit" className="button button-outline" name="do" value="ask-send">
            Send now…
          </button>
          <button type="submit" className="button button-plain" name="do" value="ask-delete">
            Delete draft…
          </button>
        </div>
      )}
    </section>
  );
}

function SendPart({ receiverCount }: { receiverCount: number }) {
  if (receiverCount === 0) return <NoSubscribersPart />;
  return (
    <div className="newsletter-confirm" role="group" aria-label="Send now">
      <p>
        <b>{pluralize(receiverCount, "email")}</b> will be sent now, and the issue will be in the archive. You can stop
        sending, but not recall sent emails.
      </p>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-primary" name="do" value="send">
          Send {pluralize(receiverCount, "email")} now
        </button>
        <button type="submit" className="button button-plain" name="do" value="save">
          Cancel
        </button>
      </div>
    </div>
  );
}

function NoSubscribersPart() {
  return (
    <div className="newsletter-confirm" role="group" aria-label="Send now">
      <p>No subscribers have chosen this kind of issue yet.</p>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-outline" name="do" value="save">
          Keep as draft
        </button>
      </div>
    </div>
  );
}

function DeletePart() {
  return (
    <div className="newsletter-confirm" role="group" aria-label="Delete draft">
      <p>This deletes the draft with its notes. You can restore it for {DELETED_RETENTION_DAYS} days.</p>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-primary" name="do" value="delete">
          Delete draft
        </button>
        <button type="submit" className="button button-plain" name="do" value="save">
          Cancel
        </button>
      </div>
    </div>
  );
}

function TestPart({ sending, refused }: SendingProps) {
  return (
    <div className="newsletter-form">
      <IssueField
        field="test"
        label="Test email address"
        hint="Sends the current issue with [Test] in the subject."
        problems={refused?.problems ?? {}}
      >
        <input
          type="email"
          className="input"
          id={issueFieldId("test")}
          name="test"
          defaultValue={refused?.test ?? sending.test}
          aria-describedby={`${issueFieldId("test")}-says`}
        />
      </IssueField>
      <p>
        <button type="submit" className="button button-outline" name="do" value="test">
          Send test
        </button>
      </p>
    </div>
  );
}

function SchedulePart({ sending, refused }: SendingProps) {
  const { at, twice, fold } = refused?.time ?? sending.time;
  return (
    <div className="newsletter-form">
      {sending.scheduledLabel !== null && (
        <p>
          Scheduled for <b>{sending.scheduledLabel}</b>.
        </p>
      )}
      <IssueField
        field="at"
        label="Day and time (Washington time)"
        hint="Sent automatically, with all changes made until then."
        problems={refused?.problems ?? {}}
      >
        <input
          type="datetime-local"
          className="input"
          id={issueFieldId("at")}
          name="at"
          defaultValue={at}
          aria-describedby={`${issueFieldId("at")}-says`}
        />
      </IssueField>
      {twice !== null && (
        <fieldset className="newsletter-choices">
          <legend>Which one?</legend>
          {(["first", "second"] as const).map((which) => (
            <label key={which}>
              <input type="radio" name="fold" value={which} defaultChecked={fold === which} />
              {twice[which]}
            </label>
          ))}
        </fieldset>
      )}
      <div className="newsletter-buttons">
        <button type="submit" className="button button-outline" name="do" value="schedule">
          {sending.scheduledLabel === null ? "Schedule" : "Change time"}
        </button>
        {sending.scheduledLabel !== null && (
          <button type="submit" className="button button-plain" name="do" value="unschedule">
            Unschedule
          </button>
        )}
      </div>
    </div>
  );
}

type ProgressProps = {
  issue: { id: string; state: IssueState; whenLabel: string | null; sentCount: number; failedCount: number };
  progress: Progress;
  isEnding: boolean;
  isMailSent: boolean;
};

/** The progress of sending, with the buttons to stop, resume and end it. */
export function IssueProgress({ issue, progress, isEnding, isMailSent }: ProgressProps) {
  const path = editIssuePath(issue.id);
  const { all, sent, "not-sent": notSent, bounced, failed, skipped, waiting, queued } = progress;
  const isOver = issue.state === "sent";
  const done = sent + notSent + bounced + failed + skipped;
  return (
    <section aria-labelledby="progress" className="newsletter-progress">
      <h2 className="h2" id="progress">
        {isOver ? "Results" : "Progress"}
      </h2>
      <AutoRefresh isOn={issue.state === "sending"} />
      <p>Started {issue.whenLabel}.</p>
      {!isOver && (
        <p>
          <progress value={done} max={Math.max(1, all)} aria-label="Emails processed" /> {formatFullCount(done)} of{" "}
          {formatFullCount(all)}
        </p>
      )}
      <ul className="newsletter-outcomes">
        <Line count={isOver ? issue.sentCount - notSent : sent} label="accepted by the mail server" />
        <Line count={notSent} label="stored here: no mail server is set up" />
        <Line count={bounced} label="bounced: no such address" />
        <Line count={isOver ? issue.failedCount - bounced : failed} label="failed after several tries, or returned" />
        <Line count={skipped} label="unsubscribed or paused before sending" />
        <Line count={queued} label="being sent or retried" />
        <Line count={waiting} label="waiting" />
      </ul>
      {!isOver && (
        <form method="post" action={path} className="newsletter-buttons">
          {issue.state === "sending" ? (
            <button type="submit" className="button button-outline" name="do" value="stop">
              Stop
            </button>
          ) : (
            <button type="submit" className="button button-primary" name="do" value="go-on">
              Resume
            </button>
          )}
          {issue.state === "stopped" && !isEnding && (
            <a className="button button-plain" href={`${path}?end=ask#progress`}>
              End sending…
            </a>
          )}
          <a className="button button-plain" href={path}>
            Refresh
          </a>
        </form>
      )}
      {issue.state === "stopped" && isEnding && <EndForm path={path} waiting={waiting} />}
      {isMailSent && !isOver && (
        <p className="newsletter-hint">
          If the mail server is busy or down, we retry at growing intervals for a day and a half.
        </p>
      )}
    </section>
  );
}

function EndForm({ path, waiting }: { path: string; waiting: number }) {
  return (
    <form method="post" action={path} className="newsletter-confirm" aria-label="End sending">
      <p>
        {pluralize(waiting, "waiting subscriber")} won’t get this issue. Sent emails aren’t affected, and the issue
        stays in the archive.
      </p>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-primary" name="do" value="end">
          End sending
        </button>
        <a className="button button-plain" href={path}>
          Cancel
        </a>
      </div>
    </form>
  );
}

function Line({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <li>
      <b>{formatFullCount(count)}</b> {label}
    </li>
  );
}
