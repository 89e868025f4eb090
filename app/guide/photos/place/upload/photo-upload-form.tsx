import "../owner/own-photos.css";

import type { ChangeEvent } from "react";

import { PHOTO_BYTES_MAX, UPLOAD_BYTES_MAX } from "../place-photo.ts";
import { type Upload, useUploads } from "./use-uploads.ts";

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

type UploadFormProps = {
  /** The URL to which script uploads each file. */
  path: string;
  /** How many more photos can be added. */
  room: number;
  /** The message when no more can be added. */
  full: string;
  /** The id of the form whose fields are sent with the files when there is no script; null for none. */
  sentWith?: string | null;
};

/** The field for choosing photos. Without script it is a form with a button; with script each file is uploaded at once. */
export function UploadForm({ path, room, full, sentWith = null }: UploadFormProps) {
  const { uploads, start } = useUploads(path);
  if (room <= 0 && uploads.length === 0) return <p className="upload-full">{full}</p>;
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    start([...(currentTarget.files ?? [])]);
    // Reset, so that the same file can be chosen again.
    currentTarget.value = "";
  };
  const form = sentWith ?? undefined;
  return (
    <form method="post" encType="multipart/form-data" className="upload">
      <div className="field">
        {/* Browsers support dropping files on a file input. */}
        <label htmlFor="choose-photos">Choose photos or drop them here</label>
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
            <span className="upload-send">, {megabytes(UPLOAD_BYTES_MAX)} in total</span>. Export HEIC as JPEG first. We
            remove location and camera details.
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
                <progress value={upload.share} aria-label={`Upload progress of ${upload.name}`} />
              )}
              <span className="upload-says">{describeUpload(upload)}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {uploads
          .filter(({ outcome }) => outcome !== "sending")
          .map((upload) => `${upload.name}: ${describeUpload(upload)}`)
          .join(" ")}
      </p>
    </>
  );
}

function describeUpload({ outcome, share, why }: Upload): string {
  if (outcome === "refused") return why;
  if (outcome === "added") return "Added. Describe it below.";
  if (outcome === "there") return "Already added.";
  if (share === 0) return "Waiting";
  return share < 1 ? `${Math.round(share * 100)}%` : "Processing";
}
