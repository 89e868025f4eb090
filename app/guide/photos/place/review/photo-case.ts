import type { PreparedPhoto } from "../place-photo.ts";

/** A reported photo as shown to an editor. */
export type PhotoCase = {
  photo: PreparedPhoto;
  /** Sent back with the decision, so that it applies only to the version the editor saw. */
  version: number;
  place: { slug: string; name: string };
  uploadedLabel: string;
  /** The reporters' notes. */
  notes: string[];
};
