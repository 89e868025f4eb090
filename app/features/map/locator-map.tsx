import type { CategorySlug } from "../places/categories.ts";
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
import type { PlacedPin } from "./map-pins.tsx";
import { stillPinsHref } from "./still-pins.ts";
import { useLiveMap } from "./use-live-map.ts";

export type MapPin = Omit<PlacedPin, "at"> & { point: Point; category?: CategorySlug };

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
 * Places on a map, in a box of any shape; a component of any page with a list beside it, in a `MapPanel`, say.
 *
 * ```tsx
 * const { highlighted, pointing } = useHighlightedPin();
 * <div {...pointing}>
 *   <PlaceRow data-pin="1" isHighlighted={highlighted === "1"} … />
 *   <LocatorMap label="Map of 20 places" pins={pins} frame={BASEMAP_FRAME} highlighted={highlighted} />
 * ```
 *
 * A pin is `{ label, name, href, point, category? }`: the number of its row, what it is called, the page it leads to,
 * where it is (degrees, WGS 84), and what its head shows where no row numbers it. The map is close enough to hold them
 * all; `view={viewOfPoints(BASEMAP_FRAME, [center, …])}` shows something else, such as what lies round a center. `live`
 * says what the live map does more. List and map point at each other by `data-pin`.
 *
 * The server sends pictures only: the ground, and the pins by an address that holds them. When the map comes into view of
 * an awake page, the live map takes their place; where there is no WebGL, or it fails, the pins become links.
 *
 * The window is a square in the middle of the box: the ground shows it by the view in its address (and as much around it
 * as the box leaves room for), the pins by percent of the same square. So this works under the strictest
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
  const { box, Live, DrawnPins, giveUp } = useLiveMap();
  const placed = pins.map(({ point, ...pin }) => ({ ...pin, at: percentInView(view, projectToFrame(frame, point)) }));
  return (
    <div className="locator-map" ref={box}>
      <MapLayer
        className="map-ground"
        alt={pins.length === 0 ? label : ""}
        href={(light) => `/pictures/basemap-${light}.svg${windowOn(view)}`}
      />
      {plan !== null && (
        <MapLayer className="map-plan" href={(light) => plan[light] + windowOn(viewOnPlan(frame, view, plan.frame))} />
      )}
      {DrawnPins === null && pins.length > 0 && (
        <MapLayer className="map-still" alt={label} href={(light) => stillPinsHref(placed, { joinsPins, light })} />
      )}
      {DrawnPins !== null && <DrawnPins label={label} pins={placed} highlighted={highlighted} joinsPins={joinsPins} />}
      {Live !== null && (
        <Live
          {...{ label, pins, frame, view, joinsPins, highlighted }}
          area={plan?.slug ?? null}
          kind={live}
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
