import "./place-page.css";

import { SectionHead } from "#app/ui/section-head.tsx";

import { describeFreshness, sourceInSentence } from "../facts/fact-origin.ts";
import { ConfirmFactButton } from "../facts/origin-note.tsx";
import type { FactOrigin, PlacePage } from "../place.ts";
import { AttributesList } from "./attributes-list.tsx";

/** The license, when it opened and the attributes, with their sources. */
export function GoodToKnow({ place }: { place: PlacePage }) {
  const { slug, attributes, category, origins, licensedNote, openedNote } = place;
  const origin = attributes.some(({ value }) => value !== null) ? origins.attributes : undefined;
  return (
    <section aria-labelledby="good-to-know">
      <SectionHead id="good-to-know" title="Good to know" />
      <SourcedNote note={licensedNote} origin={origins.licensed} />
      <SourcedNote note={openedNote} origin={origins.opened} />
      <AttributesList attributes={attributes} category={category} />
      {origin !== undefined && (
        <form method="post" action={`/places/${slug}/confirm`} className="text-row text-muted">
          Source: {sourceInSentence(origin.sourceTitle)}. {describeFreshness(origin)}.{" "}
          <ConfirmFactButton origin={origin} field="attributes" name="Good to know" />
        </form>
      )}
      {origins.attributeCorrections !== undefined && (
        <p className="text-row text-muted">
          {origin === undefined ? "Source:" : "Also from"} {sourceInSentence(origins.attributeCorrections.sourceTitle)}.{" "}
          {describeFreshness(origins.attributeCorrections)}.
        </p>
      )}
    </section>
  );
}

function SourcedNote({ note, origin }: { note: string | null; origin: FactOrigin | undefined }) {
  if (note === null) return null;
  return (
    <p className="place-licensed">
      {note}{" "}
      {origin !== undefined && (
        <span className="text-row text-muted">
          Source: {sourceInSentence(origin.sourceTitle)}. {describeFreshness(origin)}.
        </span>
      )}
    </p>
  );
}
