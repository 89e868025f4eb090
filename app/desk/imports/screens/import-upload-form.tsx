import "./importing.css";

import { type ChangeEvent, type FormEvent, useState } from "react";

import { IMPORT_SAMPLES, samplePath } from "../readers/import-samples.ts";
import { IMPORTS_PATH } from "./imports.ts";
import { submitWithProgress } from "./submit-with-progress.ts";
import { type SourceInput, SOURCE_MISSING } from "../mapping/import-source.ts";

type UploadFormProps = {
  error: string | null;
  typed: SourceInput & { format: string };
  formats: { format: string; name: string }[];
  bytesMax: number;
};

/** Uploads a file, with a progress bar when scripts run. */
export function UploadForm({ error, typed, formats, bytesMax }: UploadFormProps) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const message = problem ?? error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setShare(0);
    setProblem(null);
    void submitWithProgress(event.currentTarget, setShare).then((answer) => {
      if ("to" in answer) location.assign(answer.to);
      else {
        setShare(null);
        setProblem(answer.problem);
      }
    });
  };
  const checkSize = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    const size = files?.[0]?.size ?? 0;
    setProblem(size > bytesMax ? `Files can be up to ${bytesMax / 1_048_576} MB.` : null);
  };
  return (
    <form method="post" action={IMPORTS_PATH} encType="multipart/form-data" className="import-form" onSubmit={submit}>
      {message !== null && (
        <p className="form-problem" role="alert">
          {message}
        </p>
      )}
      <label className="field">
        <span>File format</span>
        <select className="input" name="format" defaultValue={typed.format}>
          <option value="">Detect automatically</option>
          {formats.map(({ format, name }) => (
            <option key={format} value={format}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <SourceFields typed={typed} isOpen={typed.title !== "" || message === SOURCE_MISSING} />
      <label className="field">
        <span>File</span>
        <input className="input import-file" type="file" name="file" required onChange={checkSize} />
        <small>GeoJSON, JSON, JSON-LD or CSV, up to {bytesMax / 1_048_576} MB</small>
      </label>
      <div className="import-choice">
        <label>
          <input type="checkbox" name="whole" value="yes" />
          <span>This file has everything its source has</span>
        </label>
      </div>
      <SampleFiles />
      <div className="form-buttons">
        <button type="submit" className="button button-primary" disabled={share !== null}>
          {share === null ? "Upload and check" : "Uploading…"}
        </button>
        {share !== null && (
          <progress className="import-progress" max={1} value={share} aria-label="Uploaded">
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
      <p className="text-muted">
        Made-up places for trying out an import. Check a file, see what it would add, and import it on a test site. You
        can withdraw its source later.
      </p>
      <ul>
        {IMPORT_SAMPLES.map(({ file, label: says }) => (
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

function SourceFields({ typed, isOpen }: { typed: SourceInput; isOpen: boolean }) {
  return (
    <details className="import-source" open={isOpen}>
      <summary>Source and license</summary>
      <p className="text-muted">
        We know the terms of Overture and OpenStreetMap. For any other file, name the source. Each fact shows it.
      </p>
      <label className="field">
        <span>Source</span>
        <input className="input" name="title" defaultValue={typed.title} maxLength={160} />
      </label>
      <label className="field">
        <span>Publisher</span>
        <input className="input" name="publisher" defaultValue={typed.publisher} maxLength={160} />
      </label>
      <label className="field">
        <span>License, such as CC BY 4.0</span>
        <input className="input" name="license" defaultValue={typed.license} maxLength={160} />
      </label>
    </details>
  );
}
