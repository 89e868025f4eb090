import type { ShownPhoto } from "./place-photo.ts";

/** What a moderator sees of a reported photo. */
export type PhotoCase = {
  photo: ShownPhoto;
  /** Goes back with the decision, so that nobody decides about what they haven't seen. */
  version: number;
  place: { slug: string; name: string };
  uploadedLabel: string;
  /** What those who reported it wrote besides. */
  notes: string[];
};
