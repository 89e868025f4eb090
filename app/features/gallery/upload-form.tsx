import type { ChangeEvent } from "react";

import { PHOTO_BYTES_MAX, UPLOAD_BYTES_MAX } from "./place-photo.ts";
import { type Upload, useUploads } from "./use-uploads.ts";

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

type UploadFormProps = {
  /** Where each file goes by script. */
  path: string;
  /** How many more there may be. */
  room: number;
  /** What is said where there is no more room. */
  full: string;
  /** The page's form whose fields go with the files where there is no script; null: they go alone. */
  sentWith?: string | null;
};

/** Where photos are chosen or dropped. Without script it is a form with a button; with it each file goes at once. */
export function UploadForm({ path, room, full, sentWith = null }: UploadFormProps) {
  const { uploads, start } = useUploads(path);
  if (room <= 0 && uploads.length === 0) return <p className="upload-full">{full}</p>;
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    start([...(currentTarget.files ?? [])]);
    // So that the same file can be chosen again.
    currentTarget.value = "";
  };
  const form = sentWith ?? undefined;
  return (
    <form method="post" encType="multipart/form-data" className="upload">
      <div className="field">
        {/* Browsers take what is dropped on such a box by themselves. */}
        <label htmlFor="choose-photos">Choose photos, or drop them on the box</label>
        <input
          type="file"
          id="choose-photos"
          name="photos"
          multiple
          required
          form={form}
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-describedby="choose-hint"
          onChange={choose}
        />
        <small id="choose-hint">
          <span>
            JPEG, PNG, WebP or AVIF, up to {megabytes(PHOTO_BYTES_MAX)} and 50 megapixels each
            <span className="upload-send">, {megabytes(UPLOAD_BYTES_MAX)} together</span>; export HEIC as JPEG first.
            Where and with what a photo was taken is removed from it.
          </span>
        </small>
      </div>
      <button type="submit" className="button button-primary upload-send" form={form} formEncType="multipart/form-data">
        Add photos
      </button>
      <Uploads uploads={uploads} />
    </form>
  );
}

function Uploads({ uploads }: { uploads: Upload[] }) {
  return (
    <>
      {uploads.length > 0 && (
        <ul className="uploads">
          {uploads.map((upload) => (
            <li key={upload.key} data-outcome={upload.outcome}>
              <span className="upload-name">{upload.name}</span>
              {upload.outcome === "sending" && (
                <progress value={upload.share} aria-label={`How much of ${upload.name} is sent`} />
              )}
              <span className="upload-says">{wordsOf(upload)}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {uploads
          .filter(({ outcome }) => outcome !== "sending")
          .map((upload) => `${upload.name}: ${wordsOf(upload)}`)
          .join(" ")}
      </p>
    </>
  );
}

function wordsOf({ outcome, share, why }: Upload): string {
  if (outcome === "refused") return why;
  if (outcome === "added") return "Added. Say below what it shows.";
  if (outcome === "there") return "It is there already.";
  if (share === 0) return "Waits";
  return share < 1 ? `${Math.round(share * 100)} %` : "Being read";
}
