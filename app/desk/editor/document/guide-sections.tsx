import "../screen/editing.css";

import { useState } from "react";
import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

import { exportGuidePath, socialImagePreviewPath } from "../editing-paths.ts";
import type { GuideAdvice } from "../publish/guide-checks.ts";
import { GUIDE_FIELD_LABELS, guideFieldId, type GuideProblems } from "../publish/validate-guide.ts";
import type { EditorPageData } from "../draft/editor-page-data.ts";
import { PICTURE_TYPES } from "../pictures/upload-picture.ts";
import { Field } from "./guide-settings.tsx";

/** What prevents publishing, and suggestions. */
export function GuideAdviceList({ advice, problems }: { advice: readonly GuideAdvice[]; problems: GuideProblems }) {
  const required = Object.entries(problems);
  const count = required.length + advice.length;
  return (
    <section className="guide-side-part" aria-labelledby="guide-advice">
      <h2 className="h4" id="guide-advice">
        Check
      </h2>
      {count === 0 && <p className="text-muted">No suggestions.</p>}
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
          <b>{document.title === "" ? "Untitled post" : document.title}</b>
          <span>{document.excerpt}</span>
        </p>
      </div>
      <p className="text-meta text-muted">Shows the saved version. Reload the page to update the title and excerpt.</p>
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
          accept={PICTURE_TYPES}
        />
      </Field>
      <Field name="picture-alt" label="Description">
        <input type="text" className="input" id={guideFieldId("picture-alt")} name="picture-alt" maxLength={200} />
      </Field>
      <Field name="picture-credit" label="Credit" hint="Photo: photographer’s name">
        <input
          type="text"
          className="input"
          id={guideFieldId("picture-credit")}
          name="picture-credit"
          maxLength={200}
        />
      </Field>
      <button type="submit" className="button button-outline button-small" name="do" value="add-picture">
        Add picture
      </button>
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
        Share a preview
      </h2>
      {isDeleted ? (
        <p className="text-muted">A deleted post has no preview. Existing links don’t work.</p>
      ) : preview === null ? (
        <>
          <p className="text-muted">
            Reviewers without an account can read the draft by a link that works for 14 days.
          </p>
          <button type="submit" className="button button-outline button-small" name="do" value="new-preview">
            Create link
          </button>
        </>
      ) : (
        <>
          <p className="guide-preview-address">
            <a className="link" href={preview.address}>
              {preview.address}
            </a>
          </p>
          <p className="text-meta text-muted">Works until {preview.ends}.</p>
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
