import type { RejectedFile } from "../owner/photo-form.server.ts";

/** The result of an upload form: each refused file with its reason. */
export function RejectedFiles({ why, files }: { why: string; files: readonly RejectedFile[] }) {
  return (
    <div className="form-problem" role="alert">
      <p>
        <strong>{why}</strong>
      </p>
      {files.length > 0 && (
        <ul>
          {files.map(({ name, why: reason }, index) => (
            <li key={index}>
              {name}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
