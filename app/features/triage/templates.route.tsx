import "#app/own-pages.css";

import { data, Form, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { UndoNote } from "../admin/undo-note.tsx";
import { CASE_KINDS, caseKind, KIND_WORDS, MESSAGE_CHARACTERS_MAX } from "../moderation/decision-reasons.ts";
import { deleteTemplate, keepTemplate, listTemplates } from "../moderation/templates.server.ts";
import { type Template, TEMPLATE_NAME_CHARACTERS_MAX, TEMPLATES_MAX, TEMPLATES_PATH } from "../moderation/templates.ts";
import type { Route } from "./+types/templates.route";
import { QUEUE_PATH } from "./queue.ts";

/** The messages that editors send often. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  return { templates: await listTemplates(db) };
}

type Typed = { name: string; body: string; kind: string };
/** `typed`: null where what was sent is not to be sent again. */
type Refused = { id: string; why: string; typed: Typed | null };
/** What was done, and what the form has to say for it to be as it was. `over`: the mark of what has to stand there still. */
type Done = { says: string; undo: Typed & { id: string; over: string; do: "keep" } };

export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const id = form.text("id");
  const typed = { name: form.text("name"), body: form.text("body"), kind: form.text("kind") };
  const refuse = (status: number, why: string) => data<Refused>({ id, why, typed }, { status });
  if (id !== "" && !isUuid(id)) return refuse(400, "Choose which template you mean.");
  if (form.text("do") === "delete") {
    const deleted = id === "" ? null : await deleteTemplate(db, { id, by, now });
    if (deleted === null) return refuse(409, "It is deleted already.");
    log.info({ template: id, by }, "A template was deleted");
    return data<Done>({ says: `“${deleted.name}” is deleted.`, undo: undoOf(deleted, { id: "", over: "" }) });
  }
  if (form.text("do") !== "keep") return refuse(400, "Choose what to do with the template.");
  const read = readTemplate(form);
  if (typeof read === "string") return refuse(400, read);
  const over = form.text("over") || null;
  const outcome = await keepTemplate(db, { ...read, id: id === "" ? null : id, over, by, now });
  if (outcome === "changed-since") return data<Refused>({ id, why: NOT_KEPT[outcome], typed: null }, { status: 409 });
  if (typeof outcome === "string") return refuse(409, NOT_KEPT[outcome]);
  log.info({ template: read.name, by }, "A template was kept");
  if (outcome.was === null) return redirect(TEMPLATES_PATH, 303);
  return data<Done>({ says: `“${read.name}” is saved.`, undo: undoOf(outcome.was, { id, over: outcome.mark }) });
}

function undoOf({ name, body, kind }: Omit<Template, "id">, which: { id: string; over: string }): Done["undo"] {
  return { ...which, name, body, kind: kind ?? "", do: "keep" };
}

const NOT_KEPT = {
  "name-taken": "Another template is called so. Give this one a name of its own.",
  "too-many": `There are ${TEMPLATES_MAX} templates, and more nobody finds the right one among. Delete one first.`,
  "changed-since": "Somebody has changed it again since, so it is left as it is now.",
  gone: "Somebody has deleted it meanwhile. What you wrote is below; keep it as a new one.",
};

function readTemplate(form: SentForm): Omit<Template, "id"> | string {
  const name = plainText(form.text("name")).replaceAll("\n", " ");
  const body = plainText(form.text("body"));
  const kind = caseKind(form.text("kind"));
  if (kind === null && form.text("kind") !== "") return "Choose a kind of case, or every kind.";
  if (name === "") return "Give the template a name.";
  if (characterCount(name) > TEMPLATE_NAME_CHARACTERS_MAX)
    return `A name has at most ${TEMPLATE_NAME_CHARACTERS_MAX} characters.`;
  if (body === "") return "Write the message.";
  if (characterCount(body) > MESSAGE_CHARACTERS_MAX) {
    return `A message has at most ${MESSAGE_CHARACTERS_MAX} characters; this has ${characterCount(body)}.`;
  }
  return { kind, name, body };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Message templates",
    description: "Messages that moderators send often.",
    path: TEMPLATES_PATH,
    robots: "noindex, follow",
  });

export default function Templates({ loaderData: { templates }, actionData }: Route.ComponentProps) {
  const refused = actionData !== undefined && "why" in actionData ? actionData : null;
  const done = actionData !== undefined && "undo" in actionData ? actionData : null;
  const isNew = refused !== null && !templates.some(({ id }) => id === refused.id);
  return (
    <AdminPage
      section="moderation"
      title="Message templates"
      lead={`${counted(templates.length, "template")} of at most ${TEMPLATES_MAX}`}
    >
      <p>
        <Link className="link" to={QUEUE_PATH}>
          Back to the queue
        </Link>
      </p>
      {done !== null && <UndoNote action={TEMPLATES_PATH} says={done.says} fields={done.undo} />}
      <section className="queue-template">
        <h2 className="h4">A new template</h2>
        <TemplateForm template={null} refused={isNew ? { ...refused, id: "" } : null} />
      </section>
      {templates.length === 0 ? (
        <EmptyState title="No template yet">
          What you write to people again and again can be kept above, and filled in when you decide.
        </EmptyState>
      ) : (
        <ul className="queue-template-list">
          {templates.map((template) => (
            <li key={`${template.id} ${template.name} ${template.body} ${template.kind}`}>
              <details open={refused?.id === template.id}>
                <summary>
                  {template.name}
                  <span className="text-meta text-stone-5">
                    {template.kind === null ? "Every kind" : KIND_WORDS[template.kind].many}
                  </span>
                </summary>
                <TemplateForm template={template} refused={refused?.id === template.id ? refused : null} />
              </details>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}

function TemplateForm({ template, refused }: { template: Template | null; refused: Refused | null }) {
  const key = template?.id ?? "new";
  const typed = refused?.typed ?? {
    name: template?.name ?? "",
    body: template?.body ?? "",
    kind: template?.kind ?? "",
  };
  return (
    <Form method="post" action={TEMPLATES_PATH} className="moderation-form" noValidate>
      {template !== null && <input type="hidden" name="id" value={template.id} />}
      {refused !== null && <FormSummary why={refused.why} problems={[]} />}
      <div className="field">
        <label htmlFor={`name-${key}`}>Name</label>
        <input className="input" id={`name-${key}`} name="name" defaultValue={typed.name} autoComplete="off" />
      </div>
      <div className="field">
        <label htmlFor={`kind-${key}`}>For</label>
        <select className="input" id={`kind-${key}`} name="kind" defaultValue={typed.kind}>
          <option value="">Every kind of case</option>
          {CASE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind].many}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`body-${key}`}>Message</label>
        <textarea className="input" id={`body-${key}`} name="body" rows={4} defaultValue={typed.body} />
        <small>At most {MESSAGE_CHARACTERS_MAX} characters.</small>
      </div>
      <div className="review-buttons">
        <button type="submit" className="button button-primary" name="do" value="keep">
          {template === null ? "Add" : "Save"}
        </button>
        {template !== null && (
          <button type="submit" className="button button-outline" name="do" value="delete">
            Delete<span className="sr-only"> {template.name}</span>
          </button>
        )}
      </div>
    </Form>
  );
}
