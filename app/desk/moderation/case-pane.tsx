import "./triage.css";

import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";

import { CampaignCaseDetails } from "#app/business/advertising/campaigns/campaign-case-details.tsx";
import { ClaimFields } from "#app/business/listings/claims/claim-fields.tsx";
import { OwnerEditFields } from "#app/business/listings/edit/owner-edit-fields.tsx";
import { CorrectionFields } from "#app/business/corrections/review/correction-fields.tsx";
import { PhotoCaseDetails } from "#app/guide/photos/place/review/photo-case-details.tsx";
import { MESSAGE_CHARACTERS_MAX } from "#app/core/cases/decision-reasons.ts";
import type { Template } from "#app/core/cases/template.ts";
import { PostFacts } from "#app/people/place-questions/review/post-facts.tsx";
import { RejectionReasonOptions } from "#app/core/cases/rejection-reason-options.tsx";

import {
  DECISION_EFFECTS,
  CASE_HEADINGS,
  postCaseLabel,
  DECISION_RECIPIENTS,
  caseReasonLabel,
  formatCaseSubject,
} from "./case-labels.ts";
import type { OpenCaseData } from "./open-case.server.ts";
import { type QueueQuery, queuePath } from "./queue.ts";
import type { CaseFormError } from "./case-form-error.ts";
import { ReviewFields } from "./review-case-fields.tsx";
import type { CaseDetails } from "./case-details.server.ts";
import { SubmissionFields } from "./submission-fields.tsx";

type CasePaneProps = OpenCaseData & { query: QueueQuery; refused: CaseFormError | null; viewerId: string };

/** One open case: its content, and the form to decide it. */
export function CasePane({ details, undone, editors, templates, query, refused, viewerId }: CasePaneProps) {
  const { id, kind, openedAt, openedLabel, reasons, seen } = details;
  const action = queuePath(query, id);
  const labels = reasons.map((reason) => caseReasonLabel(kind, reason)).filter((label) => label !== "");
  return (
    <article className="moderation-case" aria-labelledby={`case-${id}`}>
      <div className="queue-head">
        <h2 className="h3" id={`case-${id}`} tabIndex={-1} data-queue-case="">
          {headingOf(details)} <Subject details={details} />
        </h2>
        <p className="meta text-meta text-muted">
          <span>
            Waiting since <time dateTime={openedAt}>{openedLabel}</time>
          </span>
        </p>
        <AssignForm details={details} editors={editors} action={action} viewerId={viewerId} />
      </div>
      {undone.map((former) => (
        <p key={former.id} className="text-row">
          Previously {former.decision} ({former.why.toLowerCase()}), undone{" "}
          <time dateTime={former.undoneAt}>{former.undoneLabel}</time>.
        </p>
      ))}
      {labels.length > 0 && (
        <ul className="moderation-reasons">
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      <Form method="post" action={action} className="moderation-form">
        <input type="hidden" name="seen" value={seen} />
        <Fields details={details} refused={refused} />
        <DecisionFields details={details} templates={templates} refused={refused} />
        <DecisionButtons details={details} />
      </Form>
    </article>
  );
}

function headingOf(details: CaseDetails): string {
  if (details.about === "claim" && details.claim.managers.length > 0) return "Disputed claim to";
  if (details.about !== "post") return CASE_HEADINGS[details.kind];
  return `${postCaseLabel({ kind: details.kind, post: details.post.post })} about`;
}

/** The author, if the case is about a review, question or answer. */
function authorOf(details: CaseDetails): string | null {
  if (details.about === "review") return details.author.name;
  return details.about === "post" ? details.post.author.name : null;
}

function Subject({ details }: { details: CaseDetails }) {
  const place = placeOf(details);
  if (place === null) return details.name;
  return (
    <Link className="link" to={`/places/${place.slug}`}>
      {place.name}
    </Link>
  );
}

function placeOf(details: CaseDetails): { slug: string; name: string } | null {
  switch (details.about) {
    case "review":
      return details.place;
    case "photo":
      return details.photo.place;
    case "post":
      return details.post.place;
    case "claim":
      return details.claim.place;
    case "correction":
      return details.correction.place;
    case "owner-edit":
      return details.edit.place;
    case "campaign":
      return details.campaign.place;
    case "submission":
      return null;
  }
}

function Fields({ details, refused }: { details: CaseDetails; refused: CaseFormError | null }) {
  switch (details.about) {
    case "review":
      return <ReviewFields about={details} />;
    case "photo":
      return <PhotoCaseDetails about={details.photo} />;
    case "post":
      return <PostFacts about={details.post} />;
    case "claim":
      return <ClaimFields about={details.claim} />;
    case "correction":
      return <CorrectionFields id={details.id} about={details.correction} submitted={refused?.decisionInput ?? null} />;
    case "owner-edit":
      return <OwnerEditFields about={details.edit} applied={refused?.decisionInput.applied ?? null} />;
    case "campaign":
      return <CampaignCaseDetails about={details.campaign} />;
    case "submission":
      return (
        <SubmissionFields about={details.submission} lacks={details.lacks} duplicate={refused?.duplicate ?? null} />
      );
  }
}

type AssignFormProps = Pick<OpenCaseData, "details" | "editors"> & { action: string; viewerId: string };

function AssignForm({ details: { id, assignee }, editors, action, viewerId }: AssignFormProps) {
  return (
    <Form method="post" action={action} className="queue-assign" key={assignee?.id ?? "nobody"}>
      <input type="hidden" name="was" value={assignee?.id ?? ""} />
      <label className="field" htmlFor={`to-${id}`}>
        <span>Assignee</span>
        <select className="input" id={`to-${id}`} name="to" defaultValue={assignee?.id ?? ""}>
          <option value="">Unassigned</option>
          {editors.map((editor) => (
            <option key={editor.id} value={editor.id}>
              {editor.name || "Anonymous"}
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

type DecisionFieldsProps = { details: CaseDetails; templates: readonly Template[]; refused: CaseFormError | null };

/** The reason and the message. */
function DecisionFields({ details, templates, refused }: DecisionFieldsProps) {
  const { id, kind } = details;
  const [message, setMessage] = useState(refused?.message ?? "");
  return (
    <div className="queue-decision">
      {refused?.why != null && (
        <p className="form-problem" role="alert" tabIndex={-1}>
          {refused.why}
        </p>
      )}
      <p className="text-row">{DECISION_EFFECTS[kind]}</p>
      <ReasonChoice details={details} chosen={refused?.code ?? ""} />
      {templates.length > 0 && (
        <TemplateChoice caseId={id} templates={templates} chosen={refused?.template ?? ""} onFill={setMessage} />
      )}
      <div className="field">
        <label htmlFor={`message-${id}`}>Message to {DECISION_RECIPIENTS[kind]}</label>
        <textarea
          className="input"
          id={`message-${id}`}
          name="message"
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <small>Optional. Shown after the reason. At most {MESSAGE_CHARACTERS_MAX} characters.</small>
      </div>
    </div>
  );
}

/** The same words for every kind of case. Their accessible names include the subject. */
function DecisionButtons({ details }: { details: CaseDetails }) {
  const isSending = useNavigation().formMethod === "POST";
  const subject = <span className="sr-only"> {formatCaseSubject(details.kind, details.name, authorOf(details))}</span>;
  const props = { type: "submit", name: "do", disabled: isSending } as const;
  return (
    <div className="form-buttons decision-buttons">
      <button {...props} className="button button-primary" value="approve" data-queue-key="a">
        Approve
        {subject}
      </button>
      <button {...props} className="button button-outline" value="reject">
        Reject
        {subject}
      </button>
      {details.about === "submission" && (
        <button {...props} className="button button-outline" value="duplicate">
          Duplicate
          {subject}
        </button>
      )}
    </div>
  );
}

function ReasonChoice({ details: { id, kind }, chosen }: { details: CaseDetails; chosen: string }) {
  return (
    <div className="field">
      <label htmlFor={`code-${id}`}>Rejection reason</label>
      <select className="input" id={`code-${id}`} name="code" defaultValue={chosen} data-queue-key="r">
        <RejectionReasonOptions kinds={[kind]} />
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

/** Choosing a template fills in the message. Without JavaScript the button does. */
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
        Use template
      </button>
    </div>
  );
}
