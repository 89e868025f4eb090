import { useMemo, useState } from "react";
import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { countGuideWords, estimateReadMinutes } from "#app/guide/guides/page/read-time.ts";
import { type GuideStop, sortStops, listStops } from "../document/guide-document.ts";
import type { StopsContextValue } from "./stops-context.ts";
import type { StopPlace } from "./stop-place.ts";

/** The state of the text, its stops and their places. */
export function useGuideText(document: GuideDocument, known: readonly StopPlace[]) {
  const [body, setBody] = useState(document.body);
  const [stopTexts, setStopTexts] = useState(document.stops);
  const [added, setAdded] = useState<readonly StopPlace[]>([]);
  const stops = useMemo(() => sortStops(placeSlugsInText(body), stopTexts), [body, stopTexts]);
  const context = useMemo<StopsContextValue>(
    () => ({
      places: new Map([...added, ...known].map((place) => [place.slug, place])),
      numbers: new Map(placeSlugsInText(body).map((slug, index) => [slug, index + 1])),
      stops: new Map(stops.map((stop) => [stop.slug, stop])),
    }),
    [added, known, body, stops],
  );
  const words = useMemo(() => countText(body, stops), [body, stops]);
  return {
    body,
    stops,
    context,
    ...words,
    setBody,
    setStop: (slug: string, change: { reason?: string; hint?: string }) =>
      setStopTexts((last) => {
        const was = last.find((stop) => stop.slug === slug) ?? { slug, reason: "", hint: "" };
        return [...last.filter((stop) => stop.slug !== slug), { ...was, ...change }];
      }),
    addPlace: (place: StopPlace) => setAdded((last) => [...last, place]),
    restore: (fields: Record<string, string>) => {
      const text = fields["body"] ?? "";
      setBody(text);
      setStopTexts(
        Object.keys(fields).flatMap((name) => {
          const slug = /^has-(.+)$/.exec(name)?.[1];
          if (slug === undefined) return [];
          return [{ slug, reason: fields[`reason-${slug}`] ?? "", hint: fields[`hint-${slug}`] ?? "" }];
        }),
      );
    },
  };
}

function countText(body: string, stops: readonly GuideStop[]) {
  const words = countGuideWords({ body, places: listStops(placeSlugsInText(body), stops) });
  return { words, readMinutes: estimateReadMinutes(words) };
}
