import "../actions.css";

import { Download } from "lucide-react";

import { backupPath, BACKUPS_MAX } from "./backups.ts";

type BackupListProps = {
  backups: { file: string; size: string; at: string; label: string }[];
  hasBucket: boolean;
};

/** The backups on this server with download buttons, and how to restore one. */
export function BackupList({ backups, hasBucket }: BackupListProps) {
  return (
    <section aria-labelledby="backups" className="actions-group">
      <h2 className="h3" id="backups">
        On this server
      </h2>
      {backups.length === 0 ? (
        <p>No backups yet.</p>
      ) : (
        <ul className="actions-rows">
          {backups.map(({ file, size, at, label }) => (
            <li key={file}>
              <div>
                <h3 className="h4 actions-file">{file}</h3>
                <p className="actions-last">
                  <time dateTime={at}>{label}</time>
                  <span>{size}</span>
                </p>
              </div>
              <form method="post" action={backupPath(file)}>
                <button type="submit" className="button button-outline button-small">
                  <Download className="icon-small" aria-hidden="true" />
                  Download<span className="sr-only"> {file}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <p className="text-row text-muted">
        The newest {BACKUPS_MAX} backups are kept.{" "}
        {hasBucket
          ? "Uploaded photos are in your bucket, not in the backup, so turn on versioning there. "
          : "Uploaded photos are included. "}
        Stock photos and queued jobs are left out, because the site creates them again. To restore a backup, stop the
        site and run <code>npm run cli -- backup restore FILE --replace</code>.
      </p>
    </section>
  );
}
