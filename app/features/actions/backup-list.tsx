import { Download } from "lucide-react";

import { backupPath, BACKUPS_KEPT } from "./backups.ts";

type BackupListProps = {
  backups: { file: string; size: string; at: string; label: string }[];
  hasBucket: boolean;
};

/** What lies on this server, to be taken along, and how it is put back. */
export function BackupList({ backups, hasBucket }: BackupListProps) {
  return (
    <section aria-labelledby="backups" className="actions-group">
      <h2 className="h3" id="backups">
        On this server
      </h2>
      {backups.length === 0 ? (
        <p>There is no backup yet.</p>
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
      <p className="text-row text-stone-5">
        The last {BACKUPS_KEPT} are kept.{" "}
        {hasBucket
          ? "Photos and pictures that people have sent lie in the bucket and are not in it: have the bucket keep versions. "
          : "Photos and pictures that people have sent are in it. "}
        Pictures fetched from the photo provider and the waiting jobs of the queue are not: both come again by
        themselves. To put one back, stop the site and run <code>npm run cli -- backup restore FILE --replace</code>.
      </p>
    </section>
  );
}
