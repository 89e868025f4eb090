import { useEffect } from "react";
import { useRevalidator } from "react-router";

import type { IssueState } from "#app/db/schema/newsletter.ts";
import { counted, fullCount } from "#app/ui/counted.ts";

import type { Refusal } from "./change-issue.server.ts";
import { Field, issueFieldId } from "./edit-issue.tsx";
import { editIssuePath } from "./newsletter-paths.ts";
import type { Progress } from "./send-issue.server.ts";

export type SendingState = {
  receiverCount: number;
  scheduledLabel: string | null;
  /** For the field. */
  at: string;
  ownAddress: string;
  isMailSent: boolean;
  hasPostalAddress: boolean;
  isConfirming: boolean;
};

type SendingProps = {
  issue: { id: string; version: number; seenAt: number };
  sending: SendingState;
  refused: Refusal | null;
};

/** A test, a time, or now; and the way to throw it away. */
export function IssueSending({ issue, sending, refused }: SendingProps) {
  const { receiverCount, isMailSent, hasPostalAddress, isConfirming } = sending;
  const path = editIssuePath(issue.id);
  return (
    <section aria-labelledby="sending" className="newsletter-sending">
      <h2 className="h2" id="sending">
        Send it
      </h2>
      <p>
        As things stand, {counted(receiverCount, "subscriber gets", "subscribers get")} it.
        {!isMailSent && " No mail server is set up here (SMTP_URL): mails are kept on this machine and sent to nobody."}
        {!hasPostalAddress &&
          " No postal address is set (POSTAL_ADDRESS): the CAN-SPAM act wants one in each newsletter."}
      </p>
      <TestForm {...{ path, sending, refused }} />
      <ScheduleForm {...{ path, issue, sending, refused }} />
      {isConfirming ? (
        <form method="post" action={path} className="newsletter-confirm" aria-label="Send it now">
          <input type="hidden" name="seen" value={issue.seenAt} />
          <p>
            <b>{counted(receiverCount, "mail")}</b> go out at once, and the issue stands in the archive. It can be
            stopped on its way, and never taken back.
          </p>
          <div className="newsletter-buttons">
            <button type="submit" className="button button-primary" name="do" value="send">
              Send {counted(receiverCount, "mail")} now
            </button>
            <a className="button button-plain" href={path}>
              Not yet
            </a>
          </div>
        </form>
      ) : (
        <div className="newsletter-buttons">
          <a className="button button-outline" href={`${path}?send=ask#sending`}>
            Send it now…
          </a>
          <form method="post" action={path}>
            <button type="submit" className="button button-plain" name="do" value="delete">
              Delete the draft
            </button>
          </form>
        </div>
      )}
    </section>
  );
}

type PartProps = { path: string; sending: SendingState; refused: Refusal | null };

function TestForm({ path, sending, refused }: PartProps) {
  return (
    <form method="post" action={path} className="newsletter-form" noValidate>
      <Field
        field="test"
        label="Address for a test"
        hint="The issue as it is saved, with [Test] before its subject."
        problems={refused?.problems ?? {}}
      >
        <input
          type="email"
          className="input"
          id={issueFieldId("test")}
          name="test"
          defaultValue={refused?.test ?? sending.ownAddress}
          aria-describedby={`${issueFieldId("test")}-says`}
        />
      </Field>
      <p>
        <button type="submit" className="button button-outline" name="do" value="test">
          Send a test
        </button>
      </p>
    </form>
  );
}

function ScheduleForm({ path, issue, sending, refused }: PartProps & { issue: SendingProps["issue"] }) {
  const fold = refused?.schedule?.fold ?? null;
  return (
    <form method="post" action={path} className="newsletter-form" noValidate>
      <input type="hidden" name="version" value={issue.version} />
      {sending.scheduledLabel !== null && (
        <p>
          It goes out on <b>{sending.scheduledLabel}</b>.
        </p>
      )}
      <Field
        field="at"
        label="Day and time, as the clocks of Washington show them"
        hint="It then goes out by itself, as it is at that time."
        problems={refused?.problems ?? {}}
      >
        <input
          type="datetime-local"
          className="input"
          id={issueFieldId("at")}
          name="at"
          defaultValue={refused?.schedule?.typed ?? sending.at}
          aria-describedby={`${issueFieldId("at")}-says`}
        />
      </Field>
      {fold !== null && (
        <fieldset className="newsletter-choices">
          <legend>Which of the two</legend>
          {(["first", "second"] as const).map((which) => (
            <label key={which}>
              <input type="radio" name="fold" value={which} required />
              {fold[which]}
            </label>
          ))}
        </fieldset>
      )}
      <div className="newsletter-buttons">
        <button type="submit" className="button button-outline" name="do" value="schedule">
          {sending.scheduledLabel === null ? "Schedule it" : "Change the time"}
        </button>
        {sending.scheduledLabel !== null && (
          <button type="submit" className="button button-plain" name="do" value="unschedule">
            Back to the drafts
          </button>
        )}
      </div>
    </form>
  );
}

type ProgressProps = {
  issue: { id: string; state: IssueState; whenLabel: string | null; sentCount: number; failedCount: number };
  progress: Progress;
  isMailSent: boolean;
};

/** Often enough to be watched, seldom enough for a server that sends. */
const LOOK_AGAIN_MS = 3_000;

/** How far it is, and the two buttons that hold it and let it go on. */
export function IssueProgress({ issue, progress, isMailSent }: ProgressProps) {
  useLookingAgain(issue.state === "sending");
  const path = editIssuePath(issue.id);
  const { all, sent, kept, bounced, failed, left, waiting, queued } = progress;
  const isOver = issue.state === "sent";
  const done = sent + kept + bounced + failed + left;
  return (
    <section aria-labelledby="progress" className="newsletter-progress">
      <h2 className="h2" id="progress">
        {isOver ? "What became of it" : "How far it is"}
      </h2>
      <p>Began {issue.whenLabel}.</p>
      {!isOver && (
        <p>
          <progress value={done} max={Math.max(1, all)} aria-label="Mails done" /> {fullCount(done)} of {fullCount(all)}
        </p>
      )}
      <ul className="newsletter-outcomes">
        <Line count={isOver ? issue.sentCount - kept : sent} words="taken by the mail server" />
        <Line count={kept} words="kept here: no mail server is set up" />
        <Line count={bounced} words="came back: there is no such address" />
        <Line count={isOver ? issue.failedCount - bounced : failed} words="given up after many tries" />
        <Line count={left} words="unsubscribed or paused before their turn" />
        <Line count={queued} words="on their way, or waiting for another try" />
        <Line count={waiting} words="waiting for their turn" />
      </ul>
      {!isOver && (
        <form method="post" action={path} className="newsletter-buttons">
          {issue.state === "sending" ? (
            <button type="submit" className="button button-outline" name="do" value="stop">
              Stop
            </button>
          ) : (
            <button type="submit" className="button button-primary" name="do" value="go-on">
              Go on
            </button>
          )}
          <a className="button button-plain" href={path}>
            Look again
          </a>
        </form>
      )}
      {isMailSent && !isOver && (
        <p className="newsletter-hint">
          A server that has no time or is away is asked again, later each time, for a day and a half.
        </p>
      )}
    </section>
  );
}

function Line({ count, words }: { count: number; words: string }) {
  if (count <= 0) return null;
  return (
    <li>
      <b>{fullCount(count)}</b> {words}
    </li>
  );
}

function useLookingAgain(isOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => void revalidate(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOn, revalidate]);
}
