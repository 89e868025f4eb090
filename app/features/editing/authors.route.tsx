import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { isSlug } from "#app/lib/slug.ts";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { ContentTabs } from "../admin/content-parts.tsx";
import { UndoNote } from "../admin/undo-note.tsx";
import {
  AUTHOR_BIO_CHARACTERS_MAX,
  AUTHOR_NAME_CHARACTERS_MAX,
  type AuthorProblems,
  FIRST_AUTHOR,
  peopleOffered,
  type Person,
  readAuthor,
  type TypedAuthor,
} from "../guides/author-form.ts";
import {
  addAuthor,
  type AuthorWas,
  changeAuthor,
  type ListedAuthor,
  listAuthors,
  possiblePeople,
  removeAuthor,
} from "../guides/write-authors.server.ts";
import type { Route } from "./+types/authors.route";
import { AUTHORS_PATH } from "./editing-paths.ts";

/** Who may sign guides. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const { searchParams } = new URL(request.url);
  return {
    authors: await listAuthors(db),
    people: await possiblePeople(db),
    done: DONE.get(searchParams.get("done") ?? "") ?? null,
  };
}

/** A map, since what an address says may be the name of something that every object has. */
const DONE = new Map([["added", "Added. Guides can be signed so from now on."]]);

const WHY = {
  "no-such-author": "That author is gone. Look at the list once more.",
  "no-such-person": "That account isn’t an editor’s any more. Choose another, or none.",
  "person-signs-already": "Another author is that account already. Choose another, or none.",
  signs: "Somebody signs a guide or a draft so. Choose another author there first.",
  "changed-since": "Somebody has changed it again since, so it is left as it is now.",
  "signs-new": "New guides begin signed so: this one stays. Its name can be changed.",
} as const;

/** What was done, and what the form has to say for it to be as it was. `over`: what has to stand there still. */
type Done = { says: string; undo: Record<"do" | "author" | "over" | keyof TypedAuthor, string> };
type Refused = { of: string; why: string; typed: TypedAuthor | null; problems: AuthorProblems };

export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const [asked, slug] = [form.text("do"), form.text("author")];
  const refuse = (status: number, refused: Partial<Refused> & { why: string }) =>
    data<Refused>({ of: asked === "add" ? "" : slug, typed: null, problems: {}, ...refused }, { status });
  const note = () => log.info({ author: slug, by, did: asked }, "An author was changed");
  const undoing = (doing: string, { userId, ...was }: AuthorWas, over: string): Done["undo"] => {
    return { do: doing, author: slug, ...was, person: userId ?? "", over };
  };
  if (asked === "remove") {
    const outcome = await removeAuthor(db, { slug, by, now });
    if (typeof outcome === "string") return refuse(409, { why: WHY[outcome] });
    note();
    return data<Done>({ says: `“${outcome.was.name}” is taken out.`, undo: undoing("add", outcome.was, "") });
  }
  if (asked !== "add" && asked !== "change") return refuse(400, { why: "Choose what to do." });
  const { typed, words, personId: userId, problems } = readAuthor(form);
  if (problems !== null) return refuse(400, { why: "Nothing was changed.", typed, problems });
  const outcome =
    asked === "add"
      ? await addAuthor(db, { words, userId, by, now, ...(isSlug(slug) ? { wanted: slug } : {}) })
      : await changeAuthor(db, { slug, words, userId, over: form.text("over") || null, by, now });
  if (outcome === "changed-since") return refuse(409, { why: WHY[outcome] });
  if (typeof outcome === "string") return refuse(409, { why: WHY[outcome], typed });
  note();
  if (!("was" in outcome)) return redirect(`${AUTHORS_PATH}?done=added`, 303);
  const says = `“${words.name}” is changed, also under the guides that are out.`;
  return data<Done>({ says, undo: undoing("change", outcome.was, outcome.mark) });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Authors",
    description: "Who signs guides.",
    path: AUTHORS_PATH,
    robots: "noindex, follow",
  });

const FIELD_NAMES = { name: "Name", bio: "About them", person: "Account" };

export default function Authors({ loaderData: { authors, people, done }, actionData }: Route.ComponentProps) {
  const refused = actionData !== undefined && "why" in actionData ? actionData : null;
  const changed = actionData !== undefined && "undo" in actionData ? actionData : null;
  const refusedOf = (slug: string) => (refused?.of === slug ? refused : null);
  return (
    <AdminPage
      section="content"
      title="Authors"
      lead="Who signs guides. What is written of them stands at the end of each of theirs."
    >
      <ContentTabs current="authors" />
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
            Add an author
          </h2>
          <form method="post" action={AUTHORS_PATH} noValidate>
            <AuthorInputs of="" given={EMPTY} people={people} refused={refusedOf("")} />
            <button type="submit" className="button button-primary" name="do" value="add">
              Add the author
            </button>
          </form>
        </section>
      </div>
    </AdminPage>
  );
}

const EMPTY: TypedAuthor = { name: "", bio: "", kind: "person", person: "" };

const idOf = (slug: string, field: string) => `author-${slug === "" ? "new" : slug}-${field}`;

type People = readonly Person[];

function AuthorEntry({ author, people, refused }: { author: ListedAuthor; people: People; refused: Refused | null }) {
  const { slug, name, bio, kind, personId, guideCount } = author;
  return (
    <details open={refused !== null}>
      <summary>
        <b>{name}</b>
        <span className="text-meta text-stone-5">
          {guideCount === 0 ? "Signs nothing yet" : `Signs ${counted(guideCount, "guide")}`}
        </span>
      </summary>
      <form method="post" action={AUTHORS_PATH} noValidate>
        <input type="hidden" name="author" value={slug} />
        <AuthorInputs
          of={slug}
          given={{ name, bio, kind, person: personId ?? "" }}
          people={peopleOffered(people, personId)}
          refused={refused}
        />
        <div className="editor-tool-buttons">
          <button type="submit" className="button button-outline button-small" name="do" value="change">
            Change it
          </button>
          {guideCount === 0 && slug !== FIRST_AUTHOR && (
            <button type="submit" className="button button-plain button-small" name="do" value="remove">
              Take out
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

type InputsProps = { of: string; given: TypedAuthor; people: People; refused: Refused | null };

function AuthorInputs({ of, given, people, refused }: InputsProps) {
  const { name, bio, kind, person } = refused?.typed ?? given;
  const problems = refused?.problems ?? {};
  const field = (which: keyof AuthorProblems) => (problems[which] === undefined ? "field" : "field field-error");
  return (
    <>
      <div className={field("name")}>
        <label htmlFor={idOf(of, "name")}>Name</label>
        <input type="text" className="input" id={idOf(of, "name")} name="name" defaultValue={name} autoComplete="off" />
        <small>{problems.name ?? `As it stands under guides. Up to ${AUTHOR_NAME_CHARACTERS_MAX} characters.`}</small>
      </div>
      <div className={field("bio")}>
        <label htmlFor={idOf(of, "bio")}>About them</label>
        <textarea className="input" id={idOf(of, "bio")} name="bio" rows={2} defaultValue={bio} />
        <small>{problems.bio ?? `A sentence. Up to ${AUTHOR_BIO_CHARACTERS_MAX} characters.`}</small>
      </div>
      <div className="field">
        <label htmlFor={idOf(of, "kind")}>Who they are</label>
        <select className="input" id={idOf(of, "kind")} name="kind" defaultValue={kind}>
          <option value="person">One person</option>
          <option value="team">Several, signing as one</option>
        </select>
      </div>
      <div className={field("person")}>
        <label htmlFor={idOf(of, "person")}>Account</label>
        <select className="input" id={idOf(of, "person")} name="person" defaultValue={person}>
          <option value="">None of this site</option>
          {people.map(({ id, name: called }) => (
            <option key={id} value={id}>
              {called}
            </option>
          ))}
        </select>
        <small>{problems.person ?? "When they delete it, their guides are signed “A former editor”."}</small>
      </div>
    </>
  );
}
