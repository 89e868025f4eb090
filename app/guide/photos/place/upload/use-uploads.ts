import { useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { PHOTO_REFUSAL_MESSAGES } from "./photo-refusals.ts";
import { PHOTO_BYTES_MAX } from "../place-photo.ts";
import { uploadPhotoFile } from "./upload-photo-file.ts";

/** A file being uploaded. `share`: the progress from 0 to 1. */
export type Upload = {
  key: number;
  name: string;
  share: number;
  outcome: "sending" | "added" | "there" | "refused";
  why: string;
};

/** Uploads files one after the other, tracks each one's progress, and reloads the page's data after each. */
export function useUploads(path: string) {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const count = useRef(0);

  const start = (files: readonly File[]) => {
    const started = files.map((file) => {
      count.current += 1;
      return {
        file,
        upload: { key: count.current, name: file.name, share: 0, outcome: "sending", why: "" } satisfies Upload,
      };
    });
    // Finished uploads are dropped from the list.
    setUploads((before) => [
      ...before.filter(({ outcome }) => outcome === "sending"),
      ...started.map(({ upload }) => upload),
    ]);
    for (const { file, upload } of started) {
      const change = (changes: Partial<Upload>) =>
        setUploads((all) => all.map((other) => (other.key === upload.key ? { ...other, ...changes } : other)));
      last.current = last.current.then(async () => {
        change(await sendFile(path, file, (share) => change({ share })));
        await revalidate();
      });
    }
  };
  return { uploads, start };
}

async function sendFile(path: string, file: File, onShare: (share: number) => void): Promise<Partial<Upload>> {
  if (file.size > PHOTO_BYTES_MAX) return { outcome: "refused", why: PHOTO_REFUSAL_MESSAGES["too-large"] };
  const result = await uploadPhotoFile(path, file, onShare);
  return { share: 1, ...result };
}
