import "../screen/editing.css";

import { type ChangeEvent, type MouseEvent, useState } from "react";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { pictureOfGuide } from "#app/guide/guides/guide-picture.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

import { Field } from "../document/guide-settings.tsx";
import { drawingPath } from "../editing-paths.ts";
import { guideFieldId, type GuideProblems } from "../publish/validate-guide.ts";
import { PICTURE_TYPES, uploadGuidePicture } from "./upload-picture.ts";

type CoverProps = {
  document: Pick<GuideDocument, "cover" | "picture">;
  /** The drawings by name. */
  drawings: readonly { slug: string; name: string }[];
  problems: GuideProblems;
  /** The path of the cover in the form. */
  path: string;
  onPath: (path: string) => void;
};

/** The post's cover: an uploaded photo with its description and credit, or else a drawing. */
export function CoverSection({ document, drawings, problems, path, onPath }: CoverProps) {
  const isHydrated = useIsHydrated();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const choose = async ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const file = field.files?.[0];
    if (file === undefined || isBusy) return;
    setBusy(true);
    setProblem("");
    const sent = await uploadGuidePicture(file);
    setBusy(false);
    field.value = "";
    if (sent.path === null) return setProblem(sent.why);
    onPath(sent.path);
  };
  const remove = (event: MouseEvent) => {
    event.preventDefault();
    onPath("");
  };
  const fileProblem = problem === "" ? problems["cover-file"] : problem;
  return (
    <section className="guide-side-part" aria-labelledby="guide-cover">
      <h2 className="h4" id="guide-cover">
        Cover
      </h2>
      <input type="hidden" name="cover-path" value={path} />
      {path !== "" && <CoverPreview path={path} />}
      <Field
        name="cover-file"
        label={path === "" ? "Photo" : "Another photo"}
        problem={fileProblem}
        hint={isBusy ? "Uploading…" : "JPEG, PNG, WebP or AVIF. Shown on the post, on cards and with shared links."}
      >
        <input
          className="input"
          id={guideFieldId("cover-file")}
          name="cover-file"
          type="file"
          accept={PICTURE_TYPES}
          onChange={(event) => void choose(event)}
        />
      </Field>
      {/* Without script, the photo is uploaded together with its description. */}
      {(path !== "" || !isHydrated) && <CoverTexts cover={document.cover} problem={problems["cover-alt"]} />}
      <div className="editor-tool-buttons">
        {!isHydrated && (
          <button type="submit" className="button button-outline button-small" name="do" value="set-cover">
            Upload photo
          </button>
        )}
        {path !== "" && (
          <button
            type="submit"
            className="button button-plain button-small button-flush"
            name="do"
            value="remove-cover"
            onClick={remove}
          >
            Remove photo
          </button>
        )}
      </div>
      <Drawings drawings={drawings} chosen={document.picture} isHidden={path !== ""} />
    </section>
  );
}

function CoverPreview({ path }: { path: string }) {
  const { card } = pictureOfGuide({ slug: "", title: "", pictureSalt: 0, cover: { path, alt: "", credit: "" } });
  return (
    <div className="picture guide-cover-preview">
      <img src={card} alt="The cover" width={960} height={384} />
    </div>
  );
}

function CoverTexts({ cover, problem }: { cover: GuideDocument["cover"]; problem: string | undefined }) {
  return (
    <>
      <Field name="cover-alt" problem={problem} hint="For people who can’t see it.">
        <input
          type="text"
          className="input"
          id={guideFieldId("cover-alt")}
          name="cover-alt"
          maxLength={200}
          defaultValue={cover?.alt}
        />
      </Field>
      <Field name="cover-credit" label="Cover credit" hint="Photo: photographer’s name">
        <input
          type="text"
          className="input"
          id={guideFieldId("cover-credit")}
          name="cover-credit"
          maxLength={200}
          defaultValue={cover?.credit}
        />
      </Field>
    </>
  );
}

type DrawingsProps = { drawings: CoverProps["drawings"]; chosen: string; isHidden: boolean };

/** Pictures to choose from. They load when the list is opened. */
function Drawings({ drawings, chosen, isHidden }: DrawingsProps) {
  return (
    <details className="guide-drawings" id={guideFieldId("picture")}>
      <summary>{isHidden ? "Drawing, shown without a photo" : "Choose a drawing"}</summary>
      <fieldset>
        <legend className="sr-only">Drawing</legend>
        <label className="guide-drawing guide-drawing-automatic">
          <input type="radio" name="picture" value="" defaultChecked={chosen === ""} />
          <span>Automatic, by category and keywords</span>
        </label>
        {drawings.map(({ slug, name }) => (
          <label key={slug} className="guide-drawing">
            <input type="radio" name="picture" value={slug} defaultChecked={chosen === slug} />
            <img src={drawingPath(slug)} alt="" width={120} height={120} loading="lazy" decoding="async" />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
