import type { IssueState } from "#app/db/schema/newsletter.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";
import { counted, fullCount } from "#app/ui/counted.ts";

import type { Refusal } from "./change-issue.server.ts";
import { Field, issueFieldId } from "./edit-issue.tsx";
import { DELETED_DAYS_KEPT } from "./kept-days.ts";
import { editIssuePath } from "./newsletter-paths.ts";
import type { TypedTime } from "./schedule-form.ts";
import type { Progress } from "./send-issue.server.ts";

export type SendingState = {
  receiverCount: number;
  scheduledLabel: string | null;
  /** What the fields hold: as it was typed before another button was pressed, or as things stand. */
  time: TypedTime;
  test: string;
  isMailSent: boolean;
  hasPostalAddress: boolean;
  isConfirming: boolean;
  isDeleting: boolean;
};

type SendingProps = { sending: SendingState; refused: Refusal | null };

/** A test, a time, or now; and the way to throw it away. All of it is part of the page's form. */
export function IssueSending({ sending, refused }: SendingProps) {
  const { receiverCount, isMailSent, hasPostalAddress, isConfirming, isDeleting } = sending;
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
      <TestPart {...{ sending, refused }} />
      <SchedulePart {...{ sending, refused }} />
      {isDeleting && <DeletePart />}
      {isConfirming && <SendPart receiverCount={receiverCount} />}
      {!isConfirming && !isDeleting && (
        <div className="newsletter-buttons">
          <button type="submit" className="button button-outline" name="do" value="ask-send">
            Send it now…
          </button>
          <button type="submit" className="button button-plain" name="do" value="ask-delete">
            Delete the draft…
          </button>
        </div>
      )}
    </section>
  );
}

function SendPart({ receiverCount }: { receiverCount: number }) {
  if (receiverCount === 0) return <NobodyPart />;
  return (
    <div className="newsletter-confirm" role="group" aria-label="Send it now">
      <p>
        <b>{counted(receiverCount, "mail")}</b> go out at once, and the issue stands in the archive. It can be stopped
        on its way, and never taken back.
      </p>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-primary" name="do" value="send">
          Send {counted(receiverCount, "mail")} now
        </button>
        <button type="submit" className="button button-plain" name="do" value="save">
          Not yet
        </button>
      </div>
    </div>
  );
}

function NobodyPart() {
  return (
    <div className="newsletter-confirm" role="group" aria-label="Send it now">
      <p>No subscriber has chosen this kind of issue: there is nobody to send it to yet.</p>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-outline" name="do" value="save">
          Keep it as a draft
        </button>
      </div>
    </div>
  );
}

function DeletePart() {
  return (
    <div className="newsletter-confirm" role="group" aria-label="Delete the draft">
      <p>The draft goes with its words and notes. For {DELETED_DAYS_KEPT} days it can be brought back.</p>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-primary" name="do" value="delete">
          Delete it
        </button>
        <button type="submit" className="button button-plain" name="do" value="save">
          Keep it
        </button>
      </div>
    </div>
  );
}

function TestPart({ sending, refused }: SendingProps) {
  return (
    <div className="newsletter-form">
      <Field
        field="test"
        label="Address for a test"
        hint="The issue as it stands here, with [Test] before its subject."
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
      </Field>
      <p>
        <button type="submit" className="button button-outline" name="do" value="test">
          Send a test
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
          defaultValue={at}
          aria-describedby={`${issueFieldId("at")}-says`}
        />
      </Field>
      {twice !== null && (
        <fieldset className="newsletter-choices">
          <legend>Which of the two</legend>
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
          {sending.scheduledLabel === null ? "Schedule it" : "Change the time"}
        </button>
        {sending.scheduledLabel !== null && (
          <button type="submit" className="button button-plain" name="do" value="unschedule">
            Back to the drafts
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

/** How far it is, and the two buttons that hold it and let it go on. */
export function IssueProgress({ issue, progress, isEnding, isMailSent }: ProgressProps) {
  const path = editIssuePath(issue.id);
  const { all, sent, kept, bounced, failed, left, waiting, queued } = progress;
  const isOver = issue.state === "sent";
  const done = sent + kept + bounced + failed + left;
  return (
    <section aria-labelledby="progress" className="newsletter-progress">
      <h2 className="h2" id="progress">
        {isOver ? "What became of it" : "How far it is"}
      </h2>
      <AutoRefresh isOn={issue.state === "sending"} />
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
        <Line count={isOver ? issue.failedCount - bounced : failed} words="given up after many tries, or sent back" />
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
          {issue.state === "stopped" && !isEnding && (
            <a className="button button-plain" href={`${path}?end=ask#progress`}>
              End it here…
            </a>
          )}
          <a className="button button-plain" href={path}>
            Look again
          </a>
        </form>
      )}
      {issue.state === "stopped" && isEnding && <EndForm path={path} waiting={waiting} />}
      {isMailSent && !isOver && (
        <p className="newsletter-hint">
          A server that has no time or is away is asked again, later each time, for a day and a half.
        </p>
      )}
    </section>
  );
}

function EndForm({ path, waiting }: { path: string; waiting: number }) {
  return (
    <form method="post" action={path} className="newsletter-confirm" aria-label="End it here">
      <p>
        {counted(waiting, "subscriber who waits for it", "subscribers who wait for it")} won’t get it any more. What
        went out stays out, and the issue stays in the archive.
      </p>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-primary" name="do" value="end">
          End it here
        </button>
        <a className="button button-plain" href={path}>
          Not yet
        </a>
      </div>
    </form>
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
