import "../actions.css";

import { Download } from "lucide-react";

import { type ExportName, exportPath, EXPORTS } from "./exports.ts";

type ExportRowProps = {
  title: string;
  about: string;
  files: readonly ExportName[];
  last: { file: string; who: string; at: string; label: string } | null;
};

/** Files to download, generated while they are sent. The audit log records each download. */
export function ExportRow({ title, about, files, last }: ExportRowProps) {
  return (
    <li>
      <div>
        <h3 className="h4">{title}</h3>
        <p>{about}</p>
        <p className="actions-last">
          {last === null ? (
            "Never downloaded"
          ) : (
            <span>
              <code>{last.file}</code> was last downloaded by {last.who} on <time dateTime={last.at}>{last.label}</time>
            </span>
          )}
        </p>
        <details className="actions-files" name="actions-files">
          <summary className="link">Choose a file</summary>
          <ul>
            {files.map((name) => (
              <li key={name}>
                <form method="post" action={exportPath(name)}>
                  <button type="submit" className="button button-outline button-small">
                    <Download className="icon-small" aria-hidden="true" />
                    {name}
                  </button>
                </form>
                <span>{EXPORTS[name].about}</span>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </li>
  );
}
