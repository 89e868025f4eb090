import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { Point } from "#app/guide/places/place.ts";
import {
  percentInView,
  projectToFrame,
  viewOfPoints,
  viewOnPlan,
  type MapFrame,
  type MapView,
  type PlanLayer,
} from "../base/frame.ts";
import type { LiveMapOptions } from "../live/live-map.tsx";
import type { PlacedPin } from "./map-pins.tsx";
import { stillNamesHref } from "./still-names.ts";
import { staticPinsHref } from "./static-pins.ts";
import { useLiveMap } from "../live/use-live-map.ts";

export type MapPin = Omit<PlacedPin, "at"> & { point: Point; category?: CategorySlug };

type LocatorMapProps = {
  /** The accessible name: "Map of 20 places". */
  label: string;
  pins: readonly MapPin[];
  frame: MapFrame;
  /** The street plan of the page's neighborhood, above the basemap. */
  plan?: PlanLayer | null;
  highlighted?: string | null;
  joinsPins?: boolean;
  /** The view, if it isn't the one that contains all pins. */
  view?: MapView;
  /** Places without a number, from `writeStaticDots`. The live map loads them itself. */
  dots?: string;
  /** Options of the live map that replaces this one. */
  live?: LiveMapOptions;
};

const PLAIN: LiveMapOptions = {};

/**
 * Places on a map, usually in a `MapPanel` beside a list (`useHighlightedPin`). The server sends pictures alone; once
 * hydrated and in view, the live map replaces them, or without WebGL, links.
 */
export function LocatorMap({
  label,
  pins,
  frame,
  plan = null,
  highlighted = null,
  joinsPins = false,
  dots = "",
  live = PLAIN,
  view = viewOfPoints(
    frame,
    pins.map(({ point }) => point),
  ),
}: LocatorMapProps) {
  const { box, Live, DrawnPins, gestures, giveUp } = useLiveMap({ takesWheel: live.usesCooperativeGestures !== true });
  const placed = pins.map(({ point, ...pin }) => ({ ...pin, at: percentInView(view, projectToFrame(frame, point)) }));
  return (
    <div className="locator-map" ref={box}>
      <div className="map-stills">
        <MapLayer
          className="map-ground"
          alt={pins.length === 0 ? label : ""}
          href={(light) => `/pictures/basemap-${light}.svg${windowOn(view)}`}
        />
        {plan !== null && (
          <MapLayer
            className="map-plan"
            href={(light) => plan[light] + windowOn(viewOnPlan(frame, view, plan.frame))}
          />
        )}
        <MapLayer className="map-names" href={(light) => stillNamesHref(view, light)} />
        {DrawnPins === null && pins.length > 0 && (
          <MapLayer
            className="map-still"
            alt={label}
            href={(light) => staticPinsHref(placed, { joinsPins, light, dots })}
          />
        )}
      </div>
      {DrawnPins !== null && <DrawnPins label={label} pins={placed} highlighted={highlighted} joinsPins={joinsPins} />}
      {Live !== null && (
        <Live
          {...{ label, pins, frame, view, joinsPins, highlighted }}
          area={plan?.slug ?? null}
          kind={live}
          gestures={gestures}
          onFail={giveUp}
        />
      )}
      <p className="locator-map-credit">Open Data DC, CC BY 4.0; U.S. Census Bureau</p>
    </div>
  );
}

type MapLayerProps = { className: string; href: (light: "day" | "night") => string; alt?: string };

function MapLayer({ className, href, alt = "" }: MapLayerProps) {
  return (["day", "night"] as const).map((light) => (
    <img
      key={light}
      className={`${className} by-${light}`}
      src={href(light)}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  ));
}

function windowOn({ x, y, size }: MapView): string {
  return `#svgView(viewBox(${x},${y},${size},${size}))`;
}
