import "#app/core/cases/moderation.css";
import "./triage.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { UndoNote } from "#app/desk/overview/content/undo-note.tsx";
import {
  CASE_KINDS,
  parseCaseKind,
  CASE_KIND_LABELS,
  MESSAGE_CHARACTERS_MAX,
} from "#app/core/cases/decision-reasons.ts";
import { deleteTemplate, saveTemplate, listTemplates } from "#app/core/cases/templates.server.ts";
import {
  type Template,
  TEMPLATE_NAME_CHARACTERS_MAX,
  TEMPLATES_MAX,
  TEMPLATES_PATH,
} from "#app/core/cases/template.ts";
import type { Route } from "./+types/templates.route";
import { QUEUE_PATH } from "./queue.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Message templates for editors. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  return { templates: await listTemplates(db) };
}

type TemplateValues = { name: string; body: string; kind: string };
/** `typed` is null if the submitted values are stale and must not be sent again. */
type TemplateError = { id: string; why: string; typed: TemplateValues | null };
/** A completed change with the form fields that undo it. `over`: the digest that the current template must still have. */
type TemplateChange = { says: string; undo: TemplateValues & { id: string; over: string; do: "keep" } };

export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const id = form.text("id");
  const typed = { name: form.text("name"), body: form.text("body"), kind: form.text("kind") };
  const refuse = (status: number, why: string) => data<TemplateError>({ id, why, typed }, { status });
  if (id !== "" && !isUuid(id)) return refuse(400, "Choose a template.");
  if (form.text("do") === "delete") {
    const deleted = id === "" ? null : await deleteTemplate(db, { id, by, now });
    if (deleted === null) return refuse(409, "That template was already deleted.");
    log.info({ template: id, by }, "A template was deleted");
    return data<TemplateChange>({
      says: `“${deleted.name}” deleted.`,
      undo: undoFields(deleted, { id: "", over: "" }),
    });
  }
  if (form.text("do") !== "keep") return refuse(400, "Choose what to do with the template.");
  const read = readTemplate(form);
  if (typeof read === "string") return refuse(400, read);
  const over = form.text("over") || null;
  const outcome = await saveTemplate(db, { ...read, id: id === "" ? null : id, over, by, now });
  if (outcome === "changed-since")
    return data<TemplateError>({ id, why: SAVE_ERRORS[outcome], typed: null }, { status: 409 });
  if (typeof outcome === "string") return refuse(409, SAVE_ERRORS[outcome]);
  log.info({ template: read.name, by }, "A template was saved");
  if (outcome.was === null) return redirect(TEMPLATES_PATH, 303);
  return data<TemplateChange>({
    says: `“${read.name}” saved.`,
    undo: undoFields(outcome.was, { id, over: outcome.hash }),
  });
}

function undoFields(
  { name, body, kind }: Omit<Template, "id">,
  which: { id: string; over: string },
): TemplateChange["undo"] {
  return { ...which, name, body, kind: kind ?? "", do: "keep" };
}

const SAVE_ERRORS = {
  "name-taken": "Another template has this name. Choose a different name.",
  "too-many": `You have ${TEMPLATES_MAX} templates, the most we allow. Delete one first.`,
  "changed-since": "Another editor has changed it since, so we left it as it is now.",
  gone: "Another editor deleted this template. Your text is below: save it as a new template.",
};

function readTemplate(form: FormFields): Omit<Template, "id"> | string {
  const name = normalizeText(form.text("name")).replaceAll("\n", " ");
  const body = normalizeText(form.text("body"));
  const kind = parseCaseKind(form.text("kind"));
  if (kind === null && form.text("kind") !== "") return "Choose a kind of case, or all kinds.";
  if (name === "") return "Name the template.";
  if (characterCount(name) > TEMPLATE_NAME_CHARACTERS_MAX)
    return `A name can have at most ${TEMPLATE_NAME_CHARACTERS_MAX} characters.`;
  if (body === "") return "Write the message.";
  if (characterCount(body) > MESSAGE_CHARACTERS_MAX) {
    return `A message can have at most ${MESSAGE_CHARACTERS_MAX} characters. This one has ${characterCount(body)}.`;
  }
  return { kind, name, body };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Message templates",
    description: "Prepared messages for editors.",
    path: TEMPLATES_PATH,
  });

export default function Templates({ loaderData: { templates }, actionData }: Route.ComponentProps) {
  const refused = actionData !== undefined && "why" in actionData ? actionData : null;
  const done = actionData !== undefined && "undo" in actionData ? actionData : null;
  const isNew = refused !== null && !templates.some(({ id }) => id === refused.id);
  return (
    <AdminPage
      section="moderation"
      title="Message templates"
      lead={`${pluralize(templates.length, "template")} of ${TEMPLATES_MAX}`}
    >
      <p>
        <Link className="link" to={QUEUE_PATH}>
          Back to the queue
        </Link>
      </p>
      {done !== null && <UndoNote action={TEMPLATES_PATH} says={done.says} fields={done.undo} />}
      <section className="queue-template">
        <h2 className="h4">New template</h2>
        <TemplateForm template={null} refused={isNew ? { ...refused, id: "" } : null} />
      </section>
      {templates.length === 0 ? (
        <EmptyState title="No templates yet">
          Save messages you send often, and insert them when you decide a case.
        </EmptyState>
      ) : (
        <ul className="queue-template-list">
          {templates.map((template) => (
            <li key={`${template.id} ${template.name} ${template.body} ${template.kind}`}>
              <details open={refused?.id === template.id}>
                <summary>
                  {template.name}
                  <span className="text-meta text-muted">
                    {template.kind === null ? "All kinds" : CASE_KIND_LABELS[template.kind].many}
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

function TemplateForm({ template, refused }: { template: Template | null; refused: TemplateError | null }) {
  const key = template?.id ?? "new";
  const typed = refused?.typed ?? {
    name: template?.name ?? "",
    body: template?.body ?? "",
    kind: template?.kind ?? "",
  };
  return (
    <form method="post" action={TEMPLATES_PATH} className="moderation-form" noValidate>
      {template !== null && <input type="hidden" name="id" value={template.id} />}
      {refused !== null && <FormSummary why={refused.why} problems={[]} />}
      <div className="field">
        <label htmlFor={`name-${key}`}>Name</label>
        <input className="input" id={`name-${key}`} name="name" defaultValue={typed.name} />
      </div>
      <div className="field">
        <label htmlFor={`kind-${key}`}>For</label>
        <select className="input" id={`kind-${key}`} name="kind" defaultValue={typed.kind}>
          <option value="">All kinds of cases</option>
          {CASE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {CASE_KIND_LABELS[kind].many}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`body-${key}`}>Message</label>
        <textarea className="input" id={`body-${key}`} name="body" rows={4} defaultValue={typed.body} />
        <small>At most {MESSAGE_CHARACTERS_MAX} characters.</small>
      </div>
      <div className="form-buttons">
        <button type="submit" className="button button-primary" name="do" value="keep">
          {template === null ? "Add" : "Save"}
        </button>
        {template !== null && (
          <button type="submit" className="button button-outline" name="do" value="delete">
            Delete<span className="sr-only"> {template.name}</span>
          </button>
        )}
      </div>
    </form>
  );
}
