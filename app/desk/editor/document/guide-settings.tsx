import "../screen/editing.css";

import type { ReactNode } from "react";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import { slugify } from "#app/lib/slug.ts";

import { AUTHORS_PATH } from "../editing-paths.ts";
import { AUTHORS_MAX, EXCERPT_CHARACTERS_MAX, FEATURED_RANK_MAX, KEYWORDS_MAX } from "./guide-document.ts";
import type { EditorOptions } from "../publish/guide-facts.server.ts";
import { authorField } from "../draft/guide-form.ts";
import { GUIDE_FIELD_LABELS, guideFieldId, type GuideProblems } from "../publish/validate-guide.ts";

type SettingsProps = {
  document: GuideDocument;
  choices: EditorOptions;
  problems: GuideProblems;
  /** Nobody has seen it, so that its URL follows the title. */
  isNew: boolean;
};

/** The guide's settings. */
export function GuideSettings({ document, choices, problems, isNew }: SettingsProps) {
  const categories = CATEGORY_SLUGS.map((slug) => ({ slug, name: CATEGORY_NAMES[slug] }));
  const followsTitle = isNew && document.slug === slugify(document.title);
  const ranks = Array.from({ length: FEATURED_RANK_MAX }, (_none, index) => `${index + 1}`);
  return (
    <section className="guide-side-part" aria-labelledby="guide-settings">
      <h2 className="h4" id="guide-settings">
        Details
      </h2>
      <Field
        name="excerpt"
        problem={problems["excerpt"]}
        hint={`Up to ${EXCERPT_CHARACTERS_MAX} characters. 70 to 160 fit everywhere.`}
      >
        <textarea
          className="input"
          id={guideFieldId("excerpt")}
          name="excerpt"
          rows={3}
          defaultValue={document.excerpt}
        />
      </Field>
      <Field name="slug" problem={problems["slug"]} hint="The part after /posts/. Old URLs redirect here.">
        <input
          type="text"
          className="input"
          id={guideFieldId("slug")}
          name="slug"
          defaultValue={followsTitle ? "" : document.slug}
          placeholder={followsTitle ? "From the title" : undefined}
          spellCheck={false}
        />
      </Field>
      <Choice name="category" options={categories} chosen={document.category} problem={problems["category"]} />
      <Choice
        name="neighborhood"
        options={choices.neighborhoods}
        none="Citywide"
        chosen={document.neighborhood}
        problem={problems["neighborhood"]}
      />
      <AuthorFields authors={document.authors} options={choices.authors} problem={problems["author"]} />
      <Field name="keywords" problem={problems["keywords"]} hint={`Up to ${KEYWORDS_MAX}, separated by commas.`}>
        <input
          type="text"
          className="input"
          id={guideFieldId("keywords")}
          name="keywords"
          defaultValue={document.keywords.join(", ")}
        />
      </Field>
      <Choice
        name="featured"
        label="Featured on the home page"
        options={ranks.map((rank) => ({ slug: rank, name: `Position ${rank}` }))}
        none="Not featured"
        chosen={document.featuredRank === null ? "" : `${document.featuredRank}`}
      />
    </section>
  );
}

type FieldProps = { name: string; label?: string; problem?: string | undefined; hint?: string; children: ReactNode };

export function Field({ name, label = GUIDE_FIELD_LABELS[name] ?? name, problem, hint, children }: FieldProps) {
  const small = problem ?? hint;
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={guideFieldId(name)}>{label}</label>
      {children}
      {small !== undefined && <small>{small}</small>}
    </div>
  );
}

type AuthorFieldsProps = { authors: readonly string[]; options: EditorOptions["authors"]; problem: string | undefined };

/** The authors in byline order. Only the first empty field is shown (editing.css). */
function AuthorFields({ authors, options, problem }: AuthorFieldsProps) {
  const fields = Array.from({ length: AUTHORS_MAX }, (_none, index) => authors[index] ?? "");
  return (
    <fieldset className="guide-authors">
      <legend className="sr-only">Authors</legend>
      {fields.map((chosen, index) => (
        <div key={index} className={problem === undefined ? "field" : "field field-error"}>
          <label htmlFor={guideFieldId(index === 0 ? "author" : authorField(index))}>
            {index === 0 ? "Author" : `Author ${index + 1}`}
          </label>
          <select
            className="input"
            id={guideFieldId(index === 0 ? "author" : authorField(index))}
            name={authorField(index)}
            defaultValue={chosen}
          >
            <option value="">{index === 0 ? "Choose an author" : "None"}</option>
            {options.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </div>
      ))}
      <small>
        {problem ?? "Shown in this order. "}
        <a className="link" href={AUTHORS_PATH}>
          Manage authors
        </a>
      </small>
    </fieldset>
  );
}

type ChoiceProps = Omit<FieldProps, "children"> & {
  options: readonly { slug: string; name: string }[];
  chosen: string;
  none?: string;
};

function Choice({ options, chosen, none, ...field }: ChoiceProps) {
  return (
    <Field {...field}>
      <select className="input" id={guideFieldId(field.name)} name={field.name} defaultValue={chosen}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}
