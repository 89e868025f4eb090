import "./editing.css";
import "#app/guide/guides/page/guide-page.css";
import "#app/ui/row-order.css";

import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { type MouseEvent, type PointerEvent, useState } from "react";
import { flushSync } from "react-dom";

import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { BASEMAP_FRAME } from "#app/guide/map/base/frame.ts";
import { LocatorMap, type MapPin } from "#app/guide/map/page/locator-map.tsx";
import { useRowMoves } from "#app/ui/use-row-order.ts";

import { type GuideStop, HINT_CHARACTERS_MAX, REASON_CHARACTERS_MAX } from "../document/guide-document.ts";
import { hintField, reasonField } from "../draft/guide-form.ts";
import { CROSSES_MEMBERS_LINE_MESSAGE, crossesMembersLine, movePlace } from "./move-place.ts";
import type { StopPlace } from "./stop-place.ts";

type GuideStopsProps = {
  body: string;
  stops: readonly GuideStop[];
  places: ReadonlyMap<string, StopPlace>;
  onBody: (body: string) => void;
  onStop: (slug: string, change: { reason?: string; hint?: string }) => void;
};

/** The places in the text in order, with their texts and a map. */
export function GuideStops({ body, stops, places, onBody, onStop }: GuideStopsProps) {
  const [status, setStatus] = useState("");
  const [problem, setProblem] = useState("");
  const order = [...new Set(placeSlugsInText(body))];
  const move = (from: number, to: number) => {
    const slug = order[from];
    if (slug === undefined || to < 0 || to >= order.length) return;
    const moved = movePlace(body, { from, to });
    if (crossesMembersLine(body, moved)) {
      setStatus("");
      return setProblem(CROSSES_MEMBERS_LINE_MESSAGE);
    }
    setProblem("");
    onBody(moved);
    setStatus(`${places.get(slug)?.name ?? slug} is now ${to + 1} of ${order.length}.`);
  };
  const { list, drag } = useRowMoves(move);
  const step = (event: MouseEvent<HTMLButtonElement>, from: number, by: number) => {
    event.preventDefault();
    const row = event.currentTarget.closest("li");
    flushSync(() => move(from, from + by));
    // Moving a row loses the focus, so restore it.
    row
      ?.querySelector<HTMLButtonElement>(
        by < 0 ? "[data-up]:enabled, button:enabled" : "[data-down]:enabled, button:enabled",
      )
      ?.focus();
  };
  return (
    <section className="guide-side-part" aria-labelledby="guide-stops">
      <h2 className="h4" id="guide-stops">
        Places
      </h2>
      {order.length === 0 && <p className="text-muted">No places yet. Add them to the text.</p>}
      <ol className="guide-stops" ref={list}>
        {order.map((slug, index) => (
          <li key={slug}>
            <StopHead
              slug={slug}
              name={places.get(slug)?.name ?? slug}
              index={index}
              count={order.length}
              onStep={step}
              onGrip={(event) => drag(event, index)}
            />
            <StopFields slug={slug} stop={stops.find((stop) => stop.slug === slug)} onStop={onStop} />
          </li>
        ))}
      </ol>
      {stops
        .filter(({ slug }) => !order.includes(slug))
        .map((stop) => (
          <UnusedStop key={stop.slug} stop={stop} />
        ))}
      <p role="status" className={problem === "" ? "sr-only" : undefined}>
        {problem === "" ? status : problem}
      </p>
      <StopsMap order={order} places={places} />
    </section>
  );
}

/** The map of the places. */
function StopsMap({ order, places }: { order: readonly string[] } & Pick<GuideStopsProps, "places">) {
  const pins = order.flatMap((slug, index): MapPin[] => {
    const place = places.get(slug);
    return place?.position == null
      ? []
      : [{ label: `${index + 1}`, name: place.name, href: `/places/${slug}`, point: place.position }];
  });
  if (pins.length === 0) return null;
  return (
    <div className="guide-stops-map">
      <LocatorMap label={`Map of the places`} pins={pins} frame={BASEMAP_FRAME} joinsPins={pins.length > 1} />
    </div>
  );
}

type StopHeadProps = {
  slug: string;
  name: string;
  index: number;
  count: number;
  onStep: (event: MouseEvent<HTMLButtonElement>, from: number, by: number) => void;
  onGrip: (event: PointerEvent) => void;
};

function StopHead({ slug, name, index, count, onStep, onGrip }: StopHeadProps) {
  return (
    <div className="guide-stops-head">
      <span className="guide-stop-number">{index + 1}</span>
      <b>{name}</b>
      <span className="guide-stops-moves">
        <MoveButton
          label={`Move ${name} up`}
          slug={slug}
          isUp
          isDisabled={index === 0}
          onClick={(event) => onStep(event, index, -1)}
        />
        <MoveButton
          label={`Move ${name} down`}
          slug={slug}
          isDisabled={index === count - 1}
          onClick={(event) => onStep(event, index, 1)}
        />
        {/* For mouse and touch; with the keyboard, the buttons move a place. */}
        {count > 1 && (
          <span className="row-grip" aria-hidden="true" onPointerDown={onGrip}>
            <GripVertical className="icon" />
          </span>
        )}
      </span>
    </div>
  );
}

/** Retains the texts of a place that was removed from the text, in case it is added again. */
function UnusedStop({ stop: { slug, reason, hint } }: { stop: GuideStop }) {
  return (
    <span hidden>
      <input type="hidden" name={`has-${slug}`} value="yes" />
      <input type="hidden" name={reasonField(slug)} value={reason} />
      <input type="hidden" name={hintField(slug)} value={hint} />
    </span>
  );
}

type StopFieldsProps = Pick<GuideStopsProps, "onStop"> & { slug: string; stop: GuideStop | undefined };

function StopFields({ slug, stop, onStop }: StopFieldsProps) {
  return (
    <>
      <input type="hidden" name={`has-${slug}`} value="yes" />
      <label className="field">
        <span>Reason to go</span>
        <textarea
          className="input"
          id={`guide-reason-${slug}`}
          name={reasonField(slug)}
          rows={3}
          maxLength={REASON_CHARACTERS_MAX}
          value={stop?.reason ?? ""}
          onChange={(event) => onStop(slug, { reason: event.target.value })}
        />
      </label>
      <label className="field">
        <span>Tip for when you’re there</span>
        <textarea
          className="input"
          name={hintField(slug)}
          rows={2}
          maxLength={HINT_CHARACTERS_MAX}
          value={stop?.hint ?? ""}
          onChange={(event) => onStop(slug, { hint: event.target.value })}
        />
      </label>
    </>
  );
}

type MoveButtonProps = {
  slug: string;
  label: string;
  isUp?: boolean;
  isDisabled: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
};

function MoveButton({ slug, label, isUp = false, isDisabled, onClick }: MoveButtonProps) {
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <button
      // Without script the form is submitted, and the server moves the place.
      type="submit"
      name="do"
      value={`${isUp ? "up" : "down"}:${slug}`}
      className="icon-button"
      aria-label={label}
      disabled={isDisabled}
      data-up={isUp ? "" : undefined}
      data-down={isUp ? undefined : ""}
      onClick={onClick}
    >
      <Arrow className="icon" aria-hidden="true" />
    </button>
  );
}
