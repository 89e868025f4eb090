import "./authors.css";
import "../screen/editing.css";

import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { isSlug } from "#app/lib/slug.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { UndoNote } from "#app/desk/overview/content/undo-note.tsx";
import {
  AUTHOR_BIO_CHARACTERS_MAX,
  AUTHOR_NAME_CHARACTERS_MAX,
  type AuthorProblems,
  DEFAULT_AUTHOR_SLUG,
  accountChoices,
  type AuthorAccount,
  parseAuthorForm,
  type AuthorFormValues,
} from "#app/guide/guides/write/author-form.ts";
import {
  addAuthor,
  type PreviousAuthor,
  updateAuthor,
  type AuthorListEntry,
  listAuthors,
  listEditorAccounts,
  removeAuthor,
} from "#app/guide/guides/write/write-authors.server.ts";
import type { Route } from "./+types/authors.route";
import { AUTHORS_PATH } from "../editing-paths.ts";

export const handle = { audience: "admin", query: ["done"] } as const satisfies RouteHandle;

/** The authors of posts. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const query = readQuery(request, handle);
  return {
    authors: await listAuthors(db),
    people: await listEditorAccounts(db),
    done: DONE.get(query.get("done") ?? "") ?? null,
  };
}

/** A Map, because the query value may be the name of an Object.prototype property. */
const DONE = new Map([["added", "Author added. You can now choose them for posts."]]);

const REFUSALS = {
  "no-such-author": "That author no longer exists. Check the list below.",
  "no-such-person": "That account no longer belongs to an editor. Choose another account, or none.",
  "person-signs-already": "That account is linked to another author already. Choose another account, or none.",
  signs: "A post or draft has this author. Choose another author there first.",
  "changed-since": "Someone has changed this author since, so we didn’t undo your change.",
  "signs-new": "This is the author of new posts and can’t be removed. You can change the name.",
} as const;

/** What was done, and the form fields that undo it. `over`: the hash that must still be current. */
type Done = { says: string; undo: Record<"do" | "author" | "over" | keyof AuthorFormValues, string> };
type RejectedForm = { of: string; why: string; typed: AuthorFormValues | null; problems: AuthorProblems };

export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const [operation, slug] = [form.text("do"), form.text("author")];
  const refuse = (status: number, refused: Partial<RejectedForm> & { why: string }) =>
    data<RejectedForm>({ of: operation === "add" ? "" : slug, typed: null, problems: {}, ...refused }, { status });
  const note = () => log.info({ author: slug, by, did: operation }, "An author was changed");
  const undoing = (doing: string, { userId, ...was }: PreviousAuthor, over: string): Done["undo"] => {
    return { do: doing, author: slug, ...was, person: userId ?? "", over };
  };
  if (operation === "remove") {
    const outcome = await removeAuthor(db, { slug, by, now });
    if (typeof outcome === "string") return refuse(409, { why: REFUSALS[outcome] });
    note();
    return data<Done>({ says: `“${outcome.was.name}” removed.`, undo: undoing("add", outcome.was, "") });
  }
  if (operation !== "add" && operation !== "change") return refuse(400, { why: "Choose an action." });
  const { typed, profile: words, personId: userId, problems } = parseAuthorForm(form);
  if (problems !== null) return refuse(400, { why: "We couldn’t save the author.", typed, problems });
  const outcome =
    operation === "add"
      ? await addAuthor(db, { profile: words, userId, by, now, ...(isSlug(slug) ? { wanted: slug } : {}) })
      : await updateAuthor(db, { slug, profile: words, userId, over: form.text("over") || null, by, now });
  if (outcome === "changed-since") return refuse(409, { why: REFUSALS[outcome] });
  if (typeof outcome === "string") return refuse(409, { why: REFUSALS[outcome], typed });
  note();
  if (!("was" in outcome)) return redirect(`${AUTHORS_PATH}?done=added`, 303);
  const says = `“${words.name}” saved. Published posts show the change.`;
  return data<Done>({ says, undo: undoing("change", outcome.was, outcome.hash) });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Authors",
    description: "The authors of posts.",
    path: AUTHORS_PATH,
  });

const FIELD_NAMES = { name: "Name", bio: "Bio", person: "Account" };

export default function Authors({ loaderData: { authors, people, done }, actionData }: Route.ComponentProps) {
  const refused = actionData !== undefined && "why" in actionData ? actionData : null;
  const changed = actionData !== undefined && "undo" in actionData ? actionData : null;
  const refusedOf = (slug: string) => (refused?.of === slug ? refused : null);
  return (
    <AdminPage
      section="authors"
      title="Authors"
      lead="The bylines of posts. An author’s bio appears at the end of each of their posts."
    >
      {changed !== null && <UndoNote action={AUTHORS_PATH} says={changed.says} fields={changed.undo} />}
      <div className="guide-author-list">
        {refused !== null && (
          <FormSummary
            why={refused.why}
            problems={fieldProblems(refused.problems, FIELD_NAMES, (field) => idOf(refused.of, field))}
          />
        )}
        {actionData === undefined && done !== null && (
          <p className="form-notice" role="status">
            {done}
          </p>
        )}
        <ul>
          {authors.map((author) => (
            <li key={`${author.slug} ${author.name} ${author.bio} ${author.kind} ${author.personId}`}>
              <AuthorEntry author={author} people={people} refused={refusedOf(author.slug)} />
            </li>
          ))}
        </ul>
        <section aria-labelledby="new-author">
          <h2 className="h4" id="new-author">
            New author
          </h2>
          <form method="post" action={AUTHORS_PATH} noValidate>
            <AuthorInputs of="" values={EMPTY} people={people} refused={refusedOf("")} />
            <button type="submit" className="button button-primary" name="do" value="add">
              Add author
            </button>
          </form>
        </section>
      </div>
    </AdminPage>
  );
}

const EMPTY: AuthorFormValues = { name: "", bio: "", kind: "person", person: "" };

const idOf = (slug: string, field: string) => `author-${slug === "" ? "new" : slug}-${field}`;

type People = readonly AuthorAccount[];

function AuthorEntry({
  author,
  people,
  refused,
}: {
  author: AuthorListEntry;
  people: People;
  refused: RejectedForm | null;
}) {
  const { slug, name, bio, kind, personId, guideCount } = author;
  return (
    <details open={refused !== null}>
      <summary>
        <b>{name}</b>
        <span className="text-meta text-muted">
          {guideCount === 0 ? "No posts yet" : pluralize(guideCount, "post")}
        </span>
      </summary>
      <form method="post" action={AUTHORS_PATH} noValidate>
        <input type="hidden" name="author" value={slug} />
        <AuthorInputs
          of={slug}
          values={{ name, bio, kind, person: personId ?? "" }}
          people={accountChoices(people, personId)}
          refused={refused}
        />
        <div className="editor-tool-buttons">
          <button type="submit" className="button button-outline button-small" name="do" value="change">
            Save author
          </button>
          {guideCount === 0 && slug !== DEFAULT_AUTHOR_SLUG && (
            <button type="submit" className="button button-plain button-small" name="do" value="remove">
              Remove author
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

type InputsProps = { of: string; values: AuthorFormValues; people: People; refused: RejectedForm | null };

function AuthorInputs({ of, values, people, refused }: InputsProps) {
  const { name, bio, kind, person } = refused?.typed ?? values;
  const problems = refused?.problems ?? {};
  const field = (which: keyof AuthorProblems) => (problems[which] === undefined ? "field" : "field field-error");
  return (
    <>
      <div className={field("name")}>
        <label htmlFor={idOf(of, "name")}>Name</label>
        <input type="text" className="input" id={idOf(of, "name")} name="name" defaultValue={name} />
        <small>{problems.name ?? `Shown under posts. Up to ${AUTHOR_NAME_CHARACTERS_MAX} characters.`}</small>
      </div>
      <div className={field("bio")}>
        <label htmlFor={idOf(of, "bio")}>Bio</label>
        <textarea className="input" id={idOf(of, "bio")} name="bio" rows={2} defaultValue={bio} />
        <small>{problems.bio ?? `One sentence. Up to ${AUTHOR_BIO_CHARACTERS_MAX} characters.`}</small>
      </div>
      <div className="field">
        <label htmlFor={idOf(of, "kind")}>Type</label>
        <select className="input" id={idOf(of, "kind")} name="kind" defaultValue={kind}>
          <option value="person">One person</option>
          <option value="team">A team</option>
        </select>
      </div>
      <div className={field("person")}>
        <label htmlFor={idOf(of, "person")}>Account</label>
        <select className="input" id={idOf(of, "person")} name="person" defaultValue={person}>
          <option value="">No account</option>
          {people.map(({ id, name: accountName }) => (
            <option key={id} value={id}>
              {accountName}
            </option>
          ))}
        </select>
        <small>{problems.person ?? "If it’s deleted, their posts show “A former editor”."}</small>
      </div>
    </>
  );
}
