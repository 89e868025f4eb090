import { type ChangeEvent, type FormEvent, useState } from "react";

import { IMPORT_SAMPLES, samplePath } from "./import-samples.ts";
import { IMPORTS_PATH } from "./imports.ts";
import { sendForm } from "./send-form.ts";
import type { TypedSource } from "./import-source.ts";

type UploadFormProps = {
  why: string | null;
  typed: TypedSource & { format: string };
  formats: { format: string; name: string }[];
  bytesMax: number;
};

/** Uploads a file, with a progress bar when scripts run. */
export function UploadForm({ why, typed, formats, bytesMax }: UploadFormProps) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const said = problem ?? why;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setShare(0);
    setProblem(null);
    void sendForm(event.currentTarget, setShare).then((answer) => {
      if ("to" in answer) location.assign(answer.to);
      else {
        setShare(null);
        setProblem(answer.problem);
      }
    });
  };
  const check = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    const size = files?.[0]?.size ?? 0;
    setProblem(size > bytesMax ? `A file has at most ${bytesMax / 1_048_576} MB.` : null);
  };
  return (
    <form method="post" action={IMPORTS_PATH} encType="multipart/form-data" className="import-form" onSubmit={send}>
      {said !== null && (
        <p className="form-problem" role="alert">
          {said}
        </p>
      )}
      <label className="field">
        <span>What it is</span>
        <select className="input" name="format" defaultValue={typed.format}>
          <option value="">Find out by itself</option>
          {formats.map(({ format, name }) => (
            <option key={format} value={format}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <SourceFields typed={typed} isOpen={typed.title !== "" || said?.includes("come") === true} />
      <label className="field">
        <span>File</span>
        <input className="input import-file" type="file" name="file" required onChange={check} />
        <small>GeoJSON, JSON, JSON-LD or CSV, up to {bytesMax / 1_048_576} MB</small>
      </label>
      <SampleFiles />
      <div className="review-buttons">
        <button type="submit" className="button button-primary" disabled={share !== null}>
          {share === null ? "Send and check" : "Sending…"}
        </button>
        {share !== null && (
          <progress className="import-progress" max={1} value={share} aria-label="Sent">
            {Math.round(share * 100)} %
          </progress>
        )}
      </div>
    </form>
  );
}

function SampleFiles() {
  return (
    <details className="import-source">
      <summary>Sample files</summary>
      <p className="text-stone-5">
        Made up, to try an import out with: check one, look at what it would bring, and import it where that does no
        harm. Its source can be taken back.
      </p>
      <ul>
        {IMPORT_SAMPLES.map(({ file, says }) => (
          <li key={file}>
            <a className="link" href={samplePath(file)} download>
              {says}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function SourceFields({ typed, isOpen }: { typed: TypedSource; isOpen: boolean }) {
  return (
    <details className="import-source" open={isOpen}>
      <summary>Where it comes from</summary>
      <p className="text-stone-5">
        Overture’s and OpenStreetMap’s terms are known. Of every other file say whose it is: it stands beside each fact.
      </p>
      <label className="field">
        <span>Source</span>
        <input className="input" name="title" defaultValue={typed.title} maxLength={160} autoComplete="off" />
      </label>
      <label className="field">
        <span>Publisher</span>
        <input className="input" name="publisher" defaultValue={typed.publisher} maxLength={160} autoComplete="off" />
      </label>
      <label className="field">
        <span>Terms, such as CC BY 4.0</span>
        <input className="input" name="license" defaultValue={typed.license} maxLength={160} autoComplete="off" />
      </label>
    </details>
  );
}
