import type { Point } from "../places/place.ts";
import {
  percentInView,
  projectToFrame,
  viewOfPoints,
  viewOnPlan,
  type MapFrame,
  type MapView,
  type PlanLayer,
} from "./frame.ts";
import type { LiveMapKind } from "./live-map.tsx";
import { MapPins, type PlacedPin } from "./map-pins.tsx";
import { useLiveMap } from "./use-live-map.ts";

export type MapPin = Omit<PlacedPin, "at"> & { point: Point };

type LocatorMapProps = {
  /** What the map shows: "Map of 20 places". */
  label: string;
  pins: readonly MapPin[];
  frame: MapFrame;
  /** The street plan of the neighborhood that it is about, laid over the basemap. */
  plan?: PlanLayer | null;
  highlighted?: string | null;
  joinsPins?: boolean;
  /** What the map shows, when that is not what holds its pins. */
  view?: MapView;
  /** What the live map does that takes its place. */
  live?: LiveMapKind;
};

const PLAIN: LiveMapKind = {};

/**
 * Pins over the drawn map, until the live map takes its place; close enough to hold them all, in a box of any
 * shape.
 *
 * The window is a square in the middle of the box: the picture shows it by the view in its address (and as much around
 * it as the box leaves room for), the pins by percent of the same square. So this works under the strictest
 * Content-Security-Policy and before any script, and every window is one cached picture.
 */
export function LocatorMap({
  label,
  pins,
  frame,
  plan = null,
  highlighted = null,
  joinsPins = false,
  live = PLAIN,
  view = viewOfPoints(
    frame,
    pins.map(({ point }) => point),
  ),
}: LocatorMapProps) {
  const { box, Live } = useLiveMap();
  const placed = pins.map(({ point, ...pin }) => ({ ...pin, at: percentInView(view, projectToFrame(frame, point)) }));
  return (
    <div className="locator-map" ref={box}>
      <MapLayer day="/pictures/basemap-day.svg" night="/pictures/basemap-night.svg" view={view} />
      {plan !== null && <MapLayer day={plan.day} night={plan.night} view={viewOnPlan(frame, view, plan.frame)} />}
      <MapPins label={label} pins={placed} highlighted={highlighted} joinsPins={joinsPins} />
      {Live !== null && (
        <Live {...{ label, pins, frame, view, joinsPins, highlighted }} area={plan?.slug ?? null} kind={live} />
      )}
      <p className="locator-map-credit">Open Data DC, CC BY 4.0; U.S. Census Bureau</p>
    </div>
  );
}

function MapLayer({ day, night, view: { x, y, size } }: { day: string; night: string; view: MapView }) {
  const view = `#svgView(viewBox(${x},${y},${size},${size}))`;
  return (
    <>
      <img className="by-day" src={day + view} alt="" loading="lazy" decoding="async" />
      <img className="by-night" src={night + view} alt="" loading="lazy" decoding="async" />
    </>
  );
}
