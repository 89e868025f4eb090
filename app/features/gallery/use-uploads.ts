import { useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { PHOTO_REFUSALS } from "./photo-refusals.ts";
import { PHOTO_BYTES_MAX } from "./place-photo.ts";
import { sendPhoto } from "./send-photo.ts";

/** A file on its way. `share`: how much of it has been sent, from 0 to 1. */
export type Upload = {
  key: number;
  name: string;
  share: number;
  outcome: "sending" | "added" | "there" | "refused";
  why: string;
};

/** Sends files to a path, one after the other, while the page shows how far each is; the page's photos follow each. */
export function useUploads(path: string) {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const count = useRef(0);

  const start = (files: readonly File[]) => {
    const begun = files.map((file) => {
      count.current += 1;
      return {
        file,
        upload: { key: count.current, name: file.name, share: 0, outcome: "sending", why: "" } satisfies Upload,
      };
    });
    // What has come to its end makes room for what is new.
    setUploads((before) => [
      ...before.filter(({ outcome }) => outcome === "sending"),
      ...begun.map(({ upload }) => upload),
    ]);
    for (const { file, upload } of begun) {
      const change = (to: Partial<Upload>) =>
        setUploads((all) => all.map((each) => (each.key === upload.key ? { ...each, ...to } : each)));
      last.current = last.current.then(async () => {
        change(await outcomeOf(path, file, (share) => change({ share })));
        await revalidate();
      });
    }
  };
  return { uploads, start };
}

async function outcomeOf(path: string, file: File, onShare: (share: number) => void): Promise<Partial<Upload>> {
  if (file.size > PHOTO_BYTES_MAX) return { outcome: "refused", why: PHOTO_REFUSALS["too-large"] };
  const sent = await sendPhoto(path, file, onShare);
  return { share: 1, ...sent };
}
