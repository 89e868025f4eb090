import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";

import { CampaignFacts } from "#app/features/advertising/campaign-facts.tsx";
import { ClaimFields } from "#app/features/business/claim-fields.tsx";
import { OwnerEditFields } from "#app/features/business/owner-edit-fields.tsx";
import { CorrectionFields } from "#app/features/corrections/correction-case.tsx";
import { PhotoFacts } from "#app/features/gallery/photo-facts.tsx";
import { MESSAGE_CHARACTERS_MAX, rejectionsOf } from "#app/features/moderation/decision-reasons.ts";
import type { Template } from "#app/features/moderation/templates.ts";
import { PostFacts } from "#app/features/questions/post-facts.tsx";

import { EFFECTS, HEADINGS, postWords, READERS, reasonWords, subjectWords } from "./case-words.ts";
import type { LoadedCase } from "./open-case.server.ts";
import { type QueueAsked, queuePath } from "./queue.ts";
import type { RefusedCase } from "./refused-case.ts";
import { ReviewFields } from "./review-fields.tsx";
import type { ShownCase } from "./shown-case.server.ts";
import { SubmissionFields } from "./submission-fields.tsx";

type CasePaneProps = LoadedCase & { asked: QueueAsked; refused: RefusedCase | null; viewerId: string };

/** One open case with all that is read of it, and what it is decided with. */
export function CasePane({ shown, undone, moderators, templates, asked, refused, viewerId }: CasePaneProps) {
  const { id, kind, openedAt, openedLabel, reasons, seen } = shown;
  const action = queuePath(asked, id);
  const words = reasons.map((reason) => reasonWords(kind, reason)).filter((word) => word !== "");
  return (
    <article className="moderation-case" aria-labelledby={`case-${id}`}>
      <div className="queue-head">
        <h2 className="h3" id={`case-${id}`} tabIndex={-1} data-queue-case="">
          {headingOf(shown)} <Subject shown={shown} />
        </h2>
        <p className="meta text-meta text-stone-5">
          <span>
            Waiting since <time dateTime={openedAt}>{openedLabel}</time>
          </span>
        </p>
        <AssignForm shown={shown} moderators={moderators} action={action} viewerId={viewerId} />
      </div>
      {undone.map((former) => (
        <p key={former.id} className="text-row">
          {former.decision === "approved" ? "Approved" : "Rejected"} before ({former.why.toLowerCase()}), and undone on{" "}
          <time dateTime={former.undoneAt}>{former.undoneLabel}</time>.
        </p>
      ))}
      {words.length > 0 && (
        <ul className="moderation-reasons">
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      )}
      <Form method="post" action={action} className="moderation-form">
        <input type="hidden" name="seen" value={seen} />
        <Fields shown={shown} refused={refused} />
        <DecisionFields shown={shown} templates={templates} refused={refused} />
      </Form>
    </article>
  );
}

function headingOf(shown: ShownCase): string {
  if (shown.about === "claim" && shown.claim.runners.length > 0) return "Disputed claim to";
  if (shown.about !== "post") return HEADINGS[shown.kind];
  return `${postWords({ kind: shown.kind, post: shown.post.post })} about`;
}

/** Whose words they are, where a case is about words. */
function authorOf(shown: ShownCase): string | null {
  if (shown.about === "review") return shown.author.name;
  return shown.about === "post" ? shown.post.author.name : null;
}

function Subject({ shown }: { shown: ShownCase }) {
  const place = placeOf(shown);
  if (place === null) return shown.name;
  return (
    <Link className="link" to={`/places/${place.slug}`}>
      {place.name}
    </Link>
  );
}

function placeOf(shown: ShownCase): { slug: string; name: string } | null {
  switch (shown.about) {
    case "review":
      return shown.place;
    case "photo":
      return shown.photo.place;
    case "post":
      return shown.post.place;
    case "claim":
      return shown.claim.place;
    case "correction":
      return shown.correction.place;
    case "owner-edit":
      return shown.edit.place;
    case "campaign":
      return shown.campaign.place;
    case "submission":
      return null;
  }
}

function Fields({ shown, refused }: { shown: ShownCase; refused: RefusedCase | null }) {
  switch (shown.about) {
    case "review":
      return <ReviewFields about={shown} />;
    case "photo":
      return <PhotoFacts about={shown.photo} />;
    case "post":
      return <PostFacts about={shown.post} />;
    case "claim":
      return <ClaimFields about={shown.claim} />;
    case "correction":
      return <CorrectionFields id={shown.id} about={shown.correction} kept={refused?.kept ?? null} />;
    case "owner-edit":
      return <OwnerEditFields about={shown.edit} applied={refused?.kept.applied ?? null} />;
    case "campaign":
      return <CampaignFacts about={shown.campaign} />;
    case "submission":
      return <SubmissionFields about={shown.submission} lacks={shown.lacks} duplicate={refused?.duplicate ?? null} />;
  }
}

type AssignFormProps = Pick<LoadedCase, "shown" | "moderators"> & { action: string; viewerId: string };

function AssignForm({ shown: { id, assignee }, moderators, action, viewerId }: AssignFormProps) {
  return (
    <Form method="post" action={action} className="queue-assign" key={assignee?.id ?? "nobody"}>
      <input type="hidden" name="was" value={assignee?.id ?? ""} />
      <label className="field" htmlFor={`to-${id}`}>
        <span>Who looks at it</span>
        <select className="input" id={`to-${id}`} name="to" defaultValue={assignee?.id ?? ""}>
          <option value="">Nobody yet</option>
          {moderators.map((moderator) => (
            <option key={moderator.id} value={moderator.id}>
              {moderator.name || "Anonymous"}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button button-outline button-small" name="do" value="assign">
        Assign
      </button>
      {assignee?.id !== viewerId && (
        <button type="submit" className="button button-plain button-small" name="do" value="take" data-queue-key="e">
          Assign to me
        </button>
      )}
    </Form>
  );
}

type DecisionFieldsProps = { shown: ShownCase; templates: readonly Template[]; refused: RefusedCase | null };

/** The reason, the message and the two buttons; `subjectWords` sets apart buttons that would all be called the same. */
function DecisionFields({ shown, templates, refused }: DecisionFieldsProps) {
  const { id, kind, name } = shown;
  const [message, setMessage] = useState(refused?.message ?? "");
  const isSending = useNavigation().formMethod === "POST";
  const which = subjectWords(kind, name, authorOf(shown));
  return (
    <div className="queue-decision">
      {refused?.why != null && (
        <p className="form-problem" role="alert" tabIndex={-1}>
          {refused.why}
        </p>
      )}
      <p className="text-row">{EFFECTS[kind]}</p>
      <ReasonChoice shown={shown} chosen={refused?.code ?? ""} />
      {templates.length > 0 && (
        <TemplateChoice caseId={id} templates={templates} chosen={refused?.template ?? ""} onFill={setMessage} />
      )}
      <div className="field">
        <label htmlFor={`message-${id}`}>Message, for {READERS[kind]} to read</label>
        <textarea
          className="input"
          id={`message-${id}`}
          name="message"
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <small>After the reason, at most {MESSAGE_CHARACTERS_MAX} characters; it may stay empty.</small>
      </div>
      <div className="review-buttons">
        <button
          type="submit"
          className="button button-primary"
          name="do"
          value="approve"
          data-queue-key="a"
          disabled={isSending}
        >
          Approve
          <span className="sr-only"> {which}</span>
        </button>
        <button type="submit" className="button button-outline" name="do" value="reject" disabled={isSending}>
          Reject
          <span className="sr-only"> {which}</span>
        </button>
      </div>
    </div>
  );
}

function ReasonChoice({ shown: { id, kind }, chosen }: { shown: ShownCase; chosen: string }) {
  return (
    <div className="field">
      <label htmlFor={`code-${id}`}>Reason to reject</label>
      <select className="input" id={`code-${id}`} name="code" defaultValue={chosen} data-queue-key="r">
        <option value="">Choose a reason</option>
        {rejectionsOf([kind]).map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

type TemplateChoiceProps = {
  caseId: string;
  templates: readonly Template[];
  chosen: string;
  onFill: (message: string) => void;
};

/** Chosen, a template's words stand in the message; without script the button puts them there. */
function TemplateChoice({ caseId, templates, chosen, onFill }: TemplateChoiceProps) {
  const fill = (templateId: string) => {
    const template = templates.find(({ id }) => id === templateId);
    if (template !== undefined) onFill(template.body);
  };
  return (
    <div className="queue-templates">
      <div className="field">
        <label htmlFor={`template-${caseId}`}>Template</label>
        <select
          className="input"
          id={`template-${caseId}`}
          name="template"
          defaultValue={chosen}
          onChange={(event) => fill(event.target.value)}
        >
          <option value="">None</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button button-plain button-small" name="do" value="fill">
        Use its words
      </button>
    </div>
  );
}
