import "./importing.css";

import { type ChangeEvent, type FormEvent, useState } from "react";

import { IMPORT_SAMPLES, samplePath } from "../readers/import-samples.ts";
import { IMPORTS_PATH } from "./imports.ts";
import { submitWithProgress } from "./submit-with-progress.ts";
import { parseSourceInput, type SourceInput } from "../mapping/import-source.ts";

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
    const missing = sourceProblemOf(event.currentTarget);
    setProblem(missing);
    if (missing !== null) return;
    setShare(0);
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
      <SourceFields typed={typed} />
      <label className="field">
        <span>File</span>
        <input className="input import-file" type="file" name="file" required onChange={checkSize} />
        <small>GeoJSON, JSON, JSON-LD or CSV, up to {bytesMax / 1_048_576} MB</small>
      </label>
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

function SourceFields({ typed }: { typed: SourceInput }) {
  return (
    <div className="import-form" role="group" aria-labelledby="import-source">
      <h2 className="h3" id="import-source">
        Source and license
      </h2>
      <p className="text-muted">
        Each fact shows its source. Leave this empty for a file of Overture or OpenStreetMap: we know their terms.
      </p>
      <label className="field">
        <span>Source</span>
        <input className="input" name="title" defaultValue={typed.title} maxLength={160} />
      </label>
      <label className="field">
        <span>License, such as CC BY 4.0</span>
        <input className="input" name="license" defaultValue={typed.license} maxLength={160} />
      </label>
      <label className="field">
        <span>Publisher, if it isn’t the source</span>
        <input className="input" name="publisher" defaultValue={typed.publisher} maxLength={160} />
      </label>
    </div>
  );
}

/** What a table lacks, told before it is uploaded. The server knows more about files that it has read. */
function sourceProblemOf(form: HTMLFormElement): string | null {
  const values = new FormData(form);
  const field = (name: string) => {
    const value = values.get(name);
    return typeof value === "string" ? value : "";
  };
  const file = values.get("file");
  const isTable =
    ["csv", "google"].includes(field("format")) ||
    (field("format") === "" && file instanceof File && /\.(?:csv|tsv|txt)$/i.test(file.name));
  if (!isTable && field("title").trim() === "") return null;
  const typed = { title: field("title"), publisher: field("publisher"), license: field("license") };
  const read = parseSourceInput(typed);
  return "problem" in read ? read.problem : null;
}
