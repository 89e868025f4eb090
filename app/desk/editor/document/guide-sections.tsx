import { type ReactNode, useState } from "react";

import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

import { AUTHORS_PATH, exportGuidePath, socialImagePreviewPath } from "../editing-paths.ts";
import type { GuideAdvice } from "../publish/guide-checks.ts";
import {
  AUTHORS_MAX,
  EXCERPT_CHARACTERS_MAX,
  FEATURED_RANK_MAX,
  type GuideDocument,
  KEYWORDS_MAX,
} from "./guide-document.ts";
import type { EditorOptions } from "../publish/guide-facts.server.ts";
import { authorField } from "../draft/guide-form.ts";
import { GUIDE_FIELD_LABELS, guideFieldId, type GuideProblems } from "../publish/validate-guide.ts";
import type { EditorRefusal, EditorPageData } from "../draft/editor-page-data.ts";

type SettingsProps = { document: GuideDocument; choices: EditorOptions; problems: GuideProblems };

const EARLY_HOURS = entitlementsOf("city-insider").earlyGuidesHours;

/** The guide's settings. */
export function GuideSettings({ document, choices, problems }: SettingsProps) {
  const categories = CATEGORY_SLUGS.map((slug) => ({ slug, name: CATEGORY_NAMES[slug] }));
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
          defaultValue={document.slug}
          autoComplete="off"
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
          autoComplete="off"
        />
      </Field>
      <Choice
        name="picture"
        options={choices.pictures}
        none="Automatic, by category and keywords"
        chosen={document.picture}
        problem={problems["picture"]}
      />
      <Choice
        name="featured"
        label="Featured on the home page"
        options={ranks.map((rank) => ({ slug: rank, name: `Position ${rank}` }))}
        none="Not featured"
        chosen={document.featuredRank === null ? "" : `${document.featuredRank}`}
      />
      <AccessFields document={document} />
    </section>
  );
}

/** Members-only and early access. */
function AccessFields({ document }: Pick<SettingsProps, "document">) {
  return (
    <>
      <label className="checkbox-line">
        <input type="checkbox" name="access" value="members" defaultChecked={document.access === "members"} />
        <span>Members only, below the members line</span>
      </label>
      <label className="checkbox-line">
        <input type="checkbox" name="early" value="yes" defaultChecked={document.isEarly} />
        <span>Early access: City Insiders can read it {EARLY_HOURS} hours before everyone else</span>
      </label>
    </>
  );
}

type FieldProps = { name: string; label?: string; problem?: string | undefined; hint?: string; children: ReactNode };

function Field({ name, label = GUIDE_FIELD_LABELS[name] ?? name, problem, hint, children }: FieldProps) {
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

/** What prevents publishing, and suggestions. */
export function GuideAdviceList({ advice, problems }: { advice: readonly GuideAdvice[]; problems: GuideProblems }) {
  const required = Object.entries(problems);
  const count = required.length + advice.length;
  return (
    <section className="guide-side-part" aria-labelledby="guide-advice">
      <h2 className="h4" id="guide-advice">
        Check
      </h2>
      {count === 0 && <p className="text-stone-5">No suggestions.</p>}
      <ul className="guide-advice">
        {required.map(([field, text]) => (
          <li key={field} className="guide-advice-needed">
            <b>
              {GUIDE_FIELD_LABELS[field] ?? field}: {text}
            </b>
            <span>Required before publishing.</span>
          </li>
        ))}
        {advice.map(({ rule, text, why }, index) => (
          <li key={`${rule}-${index}`}>
            <b>{text}</b>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SocialSectionProps = { id: number; version: number; document: GuideDocument; host: string };

/** Preview of a shared link. */
export function SocialSection({ id, version, document, host }: SocialSectionProps) {
  return (
    <section className="guide-side-part" aria-labelledby="guide-social">
      <h2 className="h4" id="guide-social">
        Link preview
      </h2>
      <div className="guide-social">
        <img
          key={version}
          src={socialImagePreviewPath(id, version)}
          alt={`Shared link to “${document.title}”`}
          width={1200}
          height={630}
          loading="lazy"
          decoding="async"
        />
        <p>
          <span>{host}</span>
          <b>{document.title === "" ? "Untitled guide" : document.title}</b>
          <span>{document.excerpt}</span>
        </p>
      </div>
      <p className="text-meta text-stone-5">
        Shows the saved version. Reload the page to update the title and excerpt.
      </p>
    </section>
  );
}

export function PictureSection({ problem }: { problem: string | undefined }) {
  return (
    <section className="guide-side-part" aria-labelledby="guide-pictures">
      <h2 className="h4" id="guide-pictures">
        Add a picture
      </h2>
      <Field
        name="picture-file"
        label="File"
        problem={problem}
        hint="JPEG, PNG, WebP or AVIF. It’s added at the end of the text."
      >
        <input
          className="input"
          id={guideFieldId("picture-file")}
          name="picture-file"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
        />
      </Field>
      <Field name="picture-alt" label="Description">
        <input
          type="text"
          className="input"
          id={guideFieldId("picture-alt")}
          name="picture-alt"
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <Field name="picture-credit" label="Credit" hint="Photo: photographer’s name">
        <input
          type="text"
          className="input"
          id={guideFieldId("picture-credit")}
          name="picture-credit"
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <button type="submit" className="button button-outline button-small" name="do" value="add-picture">
        Add picture
      </button>
    </section>
  );
}

/** Scheduling and unpublishing. */
export function PublishSection({
  opened: { status, at },
  refused,
}: {
  opened: EditorPageData;
  refused: EditorRefusal | null;
}) {
  const problem = refused?.problems["at"];
  return (
    <section className="guide-side-part" aria-labelledby="guide-publish">
      <h2 className="h4" id="guide-publish">
        {status.label}
      </h2>
      {status.state === "early" && (
        <p className="text-meta text-stone-5">
          To publish it for everyone now, clear “Early access” and publish the changes.
        </p>
      )}
      {status.state !== "published" && status.state !== "early" && (
        <>
          <Field name="at" label="Publish on (Washington time)" problem={problem}>
            <input
              className="input"
              id={guideFieldId("at")}
              name="at"
              type="datetime-local"
              defaultValue={refused?.at || at}
            />
          </Field>
          {refused?.isTimeAmbiguous === true && (
            <fieldset className="guide-which">
              <legend>Which one?</legend>
              <label className="checkbox-line">
                <input type="radio" name="which" value="first" />
                <span>The first, in daylight time</span>
              </label>
              <label className="checkbox-line">
                <input type="radio" name="which" value="second" />
                <span>The second, an hour later, in standard time</span>
              </label>
            </fieldset>
          )}
          <button type="submit" className="button button-outline button-small" name="do" value="schedule">
            {status.state === "scheduled" ? "Change time" : "Schedule"}
          </button>
        </>
      )}
      {status.state !== "draft" && status.state !== "unpublished" && (
        <button type="submit" className="button button-plain button-small button-flush" name="do" value="unpublish">
          {status.state === "scheduled" ? "Cancel schedule" : "Unpublish"}
        </button>
      )}
    </section>
  );
}

/** The preview link for reviewers, and the download. */
export function PreviewSection({
  id,
  preview,
  isDeleted,
}: Pick<EditorPageData, "id" | "preview"> & { isDeleted: boolean }) {
  return (
    <section className="guide-side-part" aria-labelledby="guide-preview">
      <h2 className="h4" id="guide-preview">
        Preview and download
      </h2>
      {isDeleted ? (
        <p className="text-stone-5">A deleted guide has no preview. Existing links don’t work.</p>
      ) : preview === null ? (
        <p className="text-stone-5">
          “Preview” creates a link that you can share with reviewers. It works for 14 days.
        </p>
      ) : (
        <>
          <p className="guide-preview-address">
            <a className="link" href={preview.address}>
              {preview.address}
            </a>
          </p>
          <p className="text-meta text-stone-5">Works until {preview.ends}.</p>
          <div className="editor-tool-buttons">
            <CopyButton text={preview.address} />
            <button type="submit" className="button button-outline button-small" name="do" value="new-preview">
              Create new link
            </button>
            <button type="submit" className="button button-plain button-small" name="do" value="end-preview">
              Turn off link
            </button>
          </div>
        </>
      )}
      <p>
        <a className="link" href={exportGuidePath(id)}>
          Download as Markdown
        </a>
      </p>
    </section>
  );
}

/** Rendered only with script, which copying needs. */
function CopyButton({ text }: { text: string }) {
  const isHydrated = useIsHydrated();
  const [isCopied, setCopied] = useState(false);
  if (!isHydrated) return null;
  const copy = () => {
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <button type="button" className="button button-outline button-small" onClick={copy}>
      {isCopied ? "Copied" : "Copy link"}
    </button>
  );
}
