import waterFont from "@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400-italic.woff2?url";
import {
  type GeoJSONSource,
  type LayerSpecification,
  Map as MapLibre,
  type MapMouseEvent,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";

import groundUrl from "../../../../seeds/catalogue/map/ground.json?url";
import streetsUrl from "../../../../seeds/catalogue/map/streets.json?url";
import type { Bounds } from "../base/bounds.ts";
import type { MapFrame, MapView } from "../base/frame.ts";
import { areBoundsClose, cameraForView, fitView } from "./live-camera.ts";
import {
  highlightedFeature,
  labelFonts,
  headSides,
  legFeatures,
  type LivePin,
  sideOfName,
  pinFeatures,
  pinLayers,
  pinSources,
  type PinSources,
  ringFeatures,
} from "./live-pins.ts";
import { baseMapStyle, STREETS_ZOOM } from "./live-style.ts";
import { featureCollection, type FeatureCollection } from "../page/map-features.ts";
import type { StillMove } from "../page/still-gestures.ts";
import { MAP_INKS, type MapTheme } from "../base/map-inks.ts";
import { PIN_PIXEL_RATIO, pinIcons } from "./pin-icons.ts";

/** The options of a live map. Label, area and style are read once at the start. */
export type LiveViewOptions = {
  label: string;
  frame: MapFrame;
  view: MapView;
  /** The bounds in the URL, which override the view. */
  bounds: Bounds | null;
  /** The bounds of all pins, if the list has only some of them. */
  pinsBox: Bounds | null;
  theme: MapTheme;
  area: string | null;
  sources: PinSources;
  /** The label of the pin highlighted in the list. */
  highlighted: string | null;
  /** The URL of an external style; null for our own. */
  styleUrl: string | null;
  /** Wheel and finger scroll the page instead of the map. */
  usesCooperativeGestures: boolean;
  onReady: () => void;
  /** Called if the map fails before it was shown. */
  onFail: () => void;
  onPick: (pin: LivePin | null) => void;
  /** A click centers the map on that point, under a fixed pin. */
  centersOnClick?: boolean;
  /** The list follows every move of the map. */
  isFollowing: boolean;
  /** The page's bounds are those to which the visitor moved the map, which may have moved on since. */
  isFollowed: boolean;
  /** Called with the visible bounds after the visitor moved the map; null when it returns to the page's view. */
  onMoved: (bounds: Bounds | null) => void;
};

/** Nothing is drawn outside these bounds. */
const MAX_BOUNDS: [number, number, number, number] = [-77.5, 38.6, -76.5, 39.2];
const ZOOM = { min: 9, max: 18.5 };

/** Side streets are loaded this many zoom levels before they are visible. */
const STREETS_ZOOM_AHEAD = 0.4;

const MOVE_MS = 400;
const ZOOM_MS = 200;

/** Tolerance in px around a pin for clicks and fingers. */
const TOUCH_PX = 4;

setWorkerUrl(workerUrl);

/**
 * The live map: MapLibre on our own base map, with the page's pins on top. It reports the hovered pin through the DOM
 * (see `useHighlightedPin`). `data-idle` means that nothing moves or loads.
 */
export class LiveView {
  readonly #box: HTMLElement;
  #map: MapLibre | null = null;
  #options: LiveViewOptions | null = null;
  #hoveredPin: LivePin | null = null;
  #isStyled = false;
  #isReady = false;
  /** True after the visitor moved the map, until it returns to the page's view. */
  #isMoved = false;
  #hasStreets = false;
  #faces: readonly string[] = [];
  #sides: ReturnType<typeof headSides> = [];

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  /** Starts the map with the first options, and applies changes of later ones. */
  update(options: LiveViewOptions): void {
    const old = this.#options;
    this.#options = options;
    if (old === null) return this.#start(options);
    if (!this.#isStyled) return;
    const { view, bounds, sources, theme, highlighted, usesCooperativeGestures: isInPassing } = options;
    if (!options.isFollowed && (!isSame(old.view, view) || !isSame(old.bounds, bounds))) this.#goTo(options);
    const hasOtherPins = !isSame(old.sources, sources);
    if (hasOtherPins) this.#setSources(sources);
    if (sources.dotsHref !== old.sources.dotsHref)
      void this.#source("rowhouse-dots")?.setData(sources.dotsHref ?? featureCollection([]));
    if (theme !== old.theme) this.#applyTheme(options);
    if (isInPassing !== old.usesCooperativeGestures)
      this.#map?.cooperativeGestures[isInPassing ? "enable" : "disable"]();
    if (hasOtherPins || theme !== old.theme || highlighted !== old.highlighted) this.#drawHighlightedPin();
  }

  /** Fits the map to all visible pins, or to the initial view without any. */
  fit(): void {
    if (this.#options === null) return;
    const view = fitView(this.#options);
    const target = view === null ? this.#options : { ...this.#options, view, bounds: null };
    if (!this.#options.isFollowing) return this.#goTo(target);
    // The list follows this move, too.
    const camera = cameraForView(target.frame, target.view, sizeOf(this.#box));
    this.#map?.easeTo({ ...camera, duration: MOVE_MS }, { originalEvent: true });
  }

  focus(): void {
    this.#map?.getCanvas().focus({ preventScroll: true });
  }

  zoomBy(levels: number): void {
    const zoom = (this.#map?.getZoom() ?? 0) + levels;
    // Marked as a move by the visitor, like a turn of the wheel.
    this.#map?.easeTo({ zoom, duration: ZOOM_MS }, { originalEvent: true });
  }

  /** Moves the map as the drawn one was moved before: by a shift in px and a scale from the box's top left. */
  adopt({ x, y, scale }: StillMove): void {
    const map = this.#map;
    if (map === null || (x === 0 && y === 0 && scale === 1)) return;
    const { width, height } = sizeOf(this.#box);
    const center = map.unproject([(width / 2 - x) / scale, (height / 2 - y) / scale]);
    map.jumpTo({ center, zoom: map.getZoom() + Math.log2(scale) }, { originalEvent: true });
  }

  panBy(x: number, y: number): void {
    this.#map?.panBy([-x, -y], { duration: 0 }, { originalEvent: true });
  }

  /** Reports a pin's position in the box and the size of the box, now and after every move. */
  follow(
    { point }: LivePin,
    report: (at: { x: number; y: number }, box: { width: number; height: number }) => void,
  ): () => void {
    const map = this.#map;
    if (map === null) return () => {};
    const move = () => report(map.project([point.lng, point.lat]), sizeOf(this.#box));
    map.on("move", move);
    move();
    return () => void map.off("move", move);
  }

  remove(): void {
    this.#map?.remove();
    this.#map = null;
    this.#isStyled = false;
  }

  #start(options: LiveViewOptions): void {
    const { frame, view, bounds, label, theme, area, styleUrl, usesCooperativeGestures: isInPassing } = options;
    try {
      const map = new MapLibre({
        container: this.#box,
        style: styleUrl ?? baseMapStyle(theme, groundFiles(), area),
        ...(bounds === null ? cameraForView(frame, view, sizeOf(this.#box)) : { bounds: boxOf(bounds) }),
        minZoom: ZOOM.min,
        maxZoom: ZOOM.max,
        maxBounds: MAX_BOUNDS,
        renderWorldCopies: false,
        dragRotate: false,
        touchPitch: false,
        pitchWithRotate: false,
        maxPitch: 0,
        cooperativeGestures: isInPassing,
        // The page itself credits our base map.
        attributionControl: styleUrl === null ? false : { compact: false },
        locale: { "Map.Title": label },
      });
      map.touchZoomRotate.disableRotation();
      map.keyboard.disableRotation();
      this.#map = map;
      this.#listen(map);
    } catch {
      // WebGL failed at the last moment.
      options.onFail();
    }
  }

  #listen(map: MapLibre): void {
    map.on("style.load", () => this.#addPins(map));
    map.once("load", () => {
      this.#isReady = true;
      this.#options?.onReady();
    });
    map.on("error", () => {
      // Later errors only leave a gap on the map.
      if (this.#isReady || this.#map === null) return;
      this.remove();
      this.#options?.onFail();
    });
    for (const event of ["movestart", "render"] as const) map.on(event, () => delete this.#box.dataset["idle"]);
    map.on("idle", () => (this.#box.dataset["idle"] = ""));
    map.on("zoom", () => this.#loadStreetsWhenNear(map));
    map.on("zoomend", () => {
      this.#placeHeads();
      this.#drawHighlightedPin();
    });
    map.on("moveend", (event) => {
      if ("originalEvent" in event) this.#isMoved = true;
      // Also after a resize of the box.
      if (this.#isMoved) this.#options?.onMoved(boundsOf(map));
    });
    map.on("mousemove", (event) => {
      // During a drag a search for pins would only slow the map down.
      if (!map.isMoving()) this.#hover(this.#pinAt(event));
    });
    map.on("mouseout", () => this.#hover(null));
    map.on("click", (event) => void this.#pick(map, event));
  }

  /** Adds icons, pins and layers to the loaded base map. */
  #addPins(map: MapLibre): void {
    if (this.#options === null) return;
    const { theme, sources } = this.#options;
    const inks = MAP_INKS[theme];
    for (const [name, image] of Object.entries(pinIcons(inks))) {
      map.addImage(name, image, { pixelRatio: PIN_PIXEL_RATIO });
    }
    this.#faces = labelFonts(map.getStyle());
    for (const [id, source] of Object.entries(pinSources(sources))) map.addSource(id, source);
    this.#replaceLayers(pinLayers(inks, sources, this.#faces));
    this.#isStyled = true;
    this.#loadStreetsWhenNear(map);
    this.#placeHeads();
    this.#drawHighlightedPin();
  }

  #applyTheme({ theme, area, styleUrl, sources }: LiveViewOptions): void {
    const inks = MAP_INKS[theme];
    for (const [name, image] of Object.entries(pinIcons(inks))) this.#map?.updateImage(name, image);
    const ground = styleUrl === null ? baseMapStyle(theme, groundFiles(), area).layers : [];
    this.#replaceLayers([...ground, ...pinLayers(inks, sources, this.#faces)]);
  }

  #setSources(sources: PinSources): void {
    const theme = this.#options?.theme ?? "day";
    void this.#source("rowhouse-pins")?.setData(sources.everythingHref ?? featureCollection([]));
    this.#setData("rowhouse-legs", legFeatures(sources));
    this.#setData("rowhouse-rings", ringFeatures(sources));
    this.#replaceLayers(pinLayers(MAP_INKS[theme], sources, this.#faces));
    this.#placeHeads();
  }

  /** The heads of the list's pins make space for each other. Their distances depend only on the zoom. */
  #placeHeads(): void {
    const map = this.#map;
    const sources = this.#options?.sources;
    this.#sides = [];
    if (map === null || sources === undefined || !this.#isStyled) return;
    this.#sides = headSides(sources.pins.map(({ point }) => map.project([point.lng, point.lat])));
    this.#setData("rowhouse-listed", pinFeatures(sources.pins, this.#sides));
  }

  /** Replaces layers, after their colors or numbers changed. */
  #replaceLayers(layers: readonly LayerSpecification[]): void {
    for (const { id } of layers) if (this.#map?.getLayer(id) !== undefined) this.#map.removeLayer(id);
    for (const layer of layers) this.#map?.addLayer(layer);
  }

  #goTo({ frame, view, bounds, onMoved }: LiveViewOptions): void {
    if (this.#map === null) return;
    if (bounds === null) this.#map.easeTo({ ...cameraForView(frame, view, sizeOf(this.#box)), duration: MOVE_MS });
    else if (!areBoundsClose(bounds, boundsOf(this.#map))) this.#map.fitBounds(boxOf(bounds), { duration: MOVE_MS });
    // Last, because this stops a move of the visitor, which fires its event first.
    this.#isMoved = false;
    onMoved(null);
  }

  #loadStreetsWhenNear(map: MapLibre): void {
    const hasOwnStyle = this.#options?.styleUrl === null;
    if (this.#hasStreets || !hasOwnStyle || !this.#isStyled || map.getZoom() < STREETS_ZOOM - STREETS_ZOOM_AHEAD)
      return;
    this.#hasStreets = true;
    void this.#source("streets")?.setData(streetsUrl);
  }

  /** Draws the highlighted pin: the hovered one, or the one highlighted in the list. */
  #drawHighlightedPin(): void {
    if (!this.#isStyled || this.#options === null) return;
    const { sources, highlighted } = this.#options;
    const listed = sources.pins.find(({ label }) => label !== "" && label === highlighted);
    const chosen = this.#hoveredPin ?? listed;
    // A dot has no head. The highlighted pin is above the others and always has one.
    const side = chosen === undefined ? undefined : this.#sides[sources.pins.indexOf(chosen)];
    if (chosen === undefined || this.#map === null) return this.#setData("rowhouse-chosen", featureCollection([]));
    const at = this.#map.project([chosen.point.lng, chosen.point.lat]);
    const nameSide = sideOfName(at, sizeOf(this.#box));
    const feature = highlightedFeature(chosen, { side: side === "dot" ? undefined : side, nameSide });
    this.#setData("rowhouse-chosen", featureCollection([feature]));
  }

  #hover(pin: LivePin | null): void {
    if (pin?.href === this.#hoveredPin?.href && pin?.name === this.#hoveredPin?.name) return;
    this.#hoveredPin = pin;
    this.#drawHighlightedPin();
    if (pin === null || pin.label === "") delete this.#box.dataset["pin"];
    else this.#box.dataset["pin"] = pin.label;
    this.#box.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  }

  async #pick(map: MapLibre, event: MapMouseEvent): Promise<void> {
    if (this.#options?.centersOnClick === true) {
      map.easeTo({ center: event.lngLat, duration: MOVE_MS }, { originalEvent: true });
      return;
    }
    const pin = this.#pinAt(event);
    const [cluster] = this.#isStyled ? map.queryRenderedFeatures(event.point, { layers: ["rowhouse-clusters"] }) : [];
    const id: unknown = cluster?.properties["cluster_id"];
    if (pin !== null || cluster?.geometry.type !== "Point" || typeof id !== "number") return this.#options?.onPick(pin);
    const [lng = 0, lat = 0] = cluster.geometry.coordinates;
    const zoom = (await this.#source("rowhouse-pins")?.getClusterExpansionZoom(id)) ?? map.getZoom() + 2;
    map.easeTo({ center: [lng, lat], zoom, duration: MOVE_MS }, { originalEvent: true });
  }

  #pinAt({ point, target }: MapMouseEvent): LivePin | null {
    if (!this.#isStyled) return null;
    const around: [[number, number], [number, number]] = [
      [point.x - TOUCH_PX, point.y - TOUCH_PX],
      [point.x + TOUCH_PX, point.y + TOUCH_PX],
    ];
    const [found] = target.queryRenderedFeatures(around, {
      layers: ["rowhouse-listed", "rowhouse-pins", "rowhouse-clusters", "rowhouse-dots"],
    });
    target.getCanvas().style.cursor = found === undefined ? "" : "pointer";
    if (found?.geometry.type !== "Point" || found.layer.id === "rowhouse-clusters") return null;
    const [lng = 0, lat = 0] = found.geometry.coordinates;
    return this.#readPin(found.properties, { lng, lat });
  }

  #readPin(properties: Record<string, unknown>, point: { lng: number; lat: number }): LivePin {
    const text = (name: string) => (typeof properties[name] === "string" ? properties[name] : "");
    const slug = text("slug");
    const href = slug === "" ? text("href") : `/places/${slug}`;
    const listed = this.#options?.sources.pins.find((pin) => pin.href === href);
    return listed ?? { label: text("label"), name: text("name"), href: href === "" ? null : href, point };
  }

  #source(id: string): GeoJSONSource | undefined {
    return this.#map?.getSource<GeoJSONSource>(id);
  }

  #setData(id: string, features: FeatureCollection<unknown>): void {
    void this.#source(id)?.setData(features);
  }
}

/** Absolute URLs, because the worker has no base URL. */
function groundFiles() {
  const absolute = (path: string) => new URL(path, location.href).href;
  return { ground: absolute(groundUrl), areas: absolute("/map/areas.json"), waterFont: absolute(waterFont) };
}

function boundsOf(map: MapLibre): Bounds {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}

function boxOf({ west, south, east, north }: Bounds): [number, number, number, number] {
  return [west, south, east, north];
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): { width: number; height: number } {
  return { width: clientWidth, height: clientHeight };
}

/** For small plain values without cycles. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
