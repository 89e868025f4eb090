import waterFont from "@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400-italic.woff2?url";
import {
  type GeoJSONSource,
  type LayerSpecification,
  Map as MapLibre,
  type MapMouseEvent,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";

import groundUrl from "../../../seeds/catalogue/map/ground.json?url";
import streetsUrl from "../../../seeds/catalogue/map/streets.json?url";
import type { Bounds } from "./bounds.ts";
import type { MapFrame, MapView } from "./frame.ts";
import { areAlike, cameraOf, fittedView } from "./live-camera.ts";
import {
  chosenFeature,
  facesOf,
  headSides,
  legFeatures,
  type LivePin,
  nameSideAt,
  pinFeatures,
  pinLayers,
  pinSources,
  type PinSources,
  ringFeatures,
} from "./live-pins.ts";
import { groundStyle, STREETS_ZOOM } from "./live-style.ts";
import { featureCollection, type FeatureCollection } from "./map-features.ts";
import { MAP_INKS, type MapTheme } from "./map-inks.ts";
import { PIN_PIXEL_RATIO, pinIcons } from "./pin-icons.ts";

/** Everything a page wants of its live map. The label, the area and the style are read once, at the start. */
export type LiveViewWishes = {
  label: string;
  frame: MapFrame;
  view: MapView;
  /** What the address names; it wins over the view. */
  bounds: Bounds | null;
  /** The box of all pins, where the list's own are only a part of them. */
  pinsBox: Bounds | null;
  theme: MapTheme;
  area: string | null;
  sources: PinSources;
  /** The label of the pin that the list points at. */
  highlighted: string | null;
  /** Another style than ours, from outside. */
  styleUrl: string | null;
  /** A map that one only passes: wheel and finger move the page, not the map. */
  isInPassing: boolean;
  onReady: () => void;
  /** Before anything was shown. */
  onFail: () => void;
  onPick: (pin: LivePin | null) => void;
  /** A click brings what lies there into the middle: the map is moved under a pin that stands still. */
  isAimed?: boolean;
  /** The visitor has moved the map, which now shows these bounds; null: it goes to where the page wants it. */
  onMoved: (bounds: Bounds | null) => void;
};

/** Beyond this there is nothing on the map. */
const OUTERMOST: [number, number, number, number] = [-77.5, 38.6, -76.5, 39.2];
const ZOOM = { min: 9, max: 18.5 };

/** The file of side streets is asked for a little before they show. */
const STREETS_AHEAD = 0.4;

const MOVE_MS = 400;
const ZOOM_MS = 200;

/** A finger is blunt: a pin is hit this many px beside it, too. */
const TOUCH_PX = 4;

setWorkerUrl(workerUrl);

/**
 * The live map: MapLibre on our own ground, with the page's pins over it. Nothing in it is drawn by React.
 *
 * It tells the page which pin is pointed at by the page's own means: its element carries `data-pin` and has the pointer
 * (`useHighlightedPin`). `data-idle` says that nothing moves or is loaded any more.
 */
export class LiveView {
  readonly #box: HTMLElement;
  #map: MapLibre | null = null;
  #wishes: LiveViewWishes | null = null;
  #pointed: LivePin | null = null;
  #isStyled = false;
  #isReady = false;
  /** By the visitor, and not taken back to where the page wants it since. */
  #isMoved = false;
  #hasStreets = false;
  #faces: readonly string[] = [];
  #sides: ReturnType<typeof headSides> = [];

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  /** Starts the map with the first wishes, and brings it up to date with all later ones. */
  update(wishes: LiveViewWishes): void {
    const old = this.#wishes;
    this.#wishes = wishes;
    if (old === null) return this.#start(wishes);
    if (!this.#isStyled) return;
    const { view, bounds, sources, theme, highlighted, isInPassing } = wishes;
    if (!isSame(old.view, view) || !isSame(old.bounds, bounds)) this.#goTo(wishes);
    const hasOtherPins = !isSame(old.sources, sources);
    if (hasOtherPins) this.#fill(sources);
    if (theme !== old.theme) this.#paint(wishes);
    if (isInPassing !== old.isInPassing) this.#map?.cooperativeGestures[isInPassing ? "enable" : "disable"]();
    if (hasOtherPins || theme !== old.theme || highlighted !== old.highlighted) this.#choose();
  }

  /** To all pins that are shown; without any back to where the page has the map begin. */
  fit(): void {
    if (this.#wishes === null) return;
    const view = fittedView(this.#wishes);
    this.#goTo(view === null ? this.#wishes : { ...this.#wishes, view, bounds: null });
  }

  focus(): void {
    this.#map?.getCanvas().focus({ preventScroll: true });
  }

  zoomBy(levels: number): void {
    const zoom = (this.#map?.getZoom() ?? 0) + levels;
    // Marked as the visitor's own doing, as a turn of the wheel is.
    this.#map?.easeTo({ zoom, duration: ZOOM_MS }, { originalEvent: true });
  }

  /** Tells where a pin stands in the box, and how large that is, now and after every move. */
  follow(
    { point }: LivePin,
    tell: (at: { x: number; y: number }, box: { width: number; height: number }) => void,
  ): () => void {
    const map = this.#map;
    if (map === null) return () => {};
    const move = () => tell(map.project([point.lng, point.lat]), sizeOf(this.#box));
    map.on("move", move);
    move();
    return () => void map.off("move", move);
  }

  remove(): void {
    this.#map?.remove();
    this.#map = null;
    this.#isStyled = false;
  }

  #start(wishes: LiveViewWishes): void {
    const { frame, view, bounds, label, theme, area, styleUrl, isInPassing } = wishes;
    try {
      const map = new MapLibre({
        container: this.#box,
        style: styleUrl ?? groundStyle(theme, groundFiles(), area),
        ...(bounds === null ? cameraOf(frame, view, sizeOf(this.#box)) : { bounds: boxOf(bounds) }),
        minZoom: ZOOM.min,
        maxZoom: ZOOM.max,
        maxBounds: OUTERMOST,
        renderWorldCopies: false,
        dragRotate: false,
        touchPitch: false,
        pitchWithRotate: false,
        maxPitch: 0,
        cooperativeGestures: isInPassing,
        // Our own ground's makers are named by the page.
        attributionControl: styleUrl === null ? false : { compact: false },
        locale: { "Map.Title": label },
      });
      map.touchZoomRotate.disableRotation();
      map.keyboard.disableRotation();
      this.#map = map;
      this.#listen(map);
    } catch {
      // WebGL gave up at the last moment.
      wishes.onFail();
    }
  }

  #listen(map: MapLibre): void {
    map.on("style.load", () => this.#dress(map));
    map.once("load", () => {
      this.#isReady = true;
      this.#wishes?.onReady();
    });
    map.on("error", () => {
      // Later a missing tile is only a gap.
      if (this.#isReady || this.#map === null) return;
      this.remove();
      this.#wishes?.onFail();
    });
    for (const event of ["movestart", "render"] as const) map.on(event, () => delete this.#box.dataset["idle"]);
    map.on("idle", () => (this.#box.dataset["idle"] = ""));
    map.on("zoom", () => this.#wantStreets(map));
    map.on("zoomend", () => {
      this.#placeHeads();
      this.#choose();
    });
    map.on("moveend", (event) => {
      if ("originalEvent" in event) this.#isMoved = true;
      // Also when its box has become another size since.
      if (this.#isMoved) this.#wishes?.onMoved(boundsOf(map));
    });
    map.on("mousemove", (event) => {
      // While the map moves the pointer drags it, and looking for pins would only slow it down.
      if (!map.isMoving()) this.#point(this.#pinAt(event));
    });
    map.on("mouseout", () => this.#point(null));
    map.on("click", (event) => void this.#pick(map, event));
  }

  /** Puts icons, pins and their like over the ground: it has just been loaded. */
  #dress(map: MapLibre): void {
    if (this.#wishes === null) return;
    const { theme, sources } = this.#wishes;
    const inks = MAP_INKS[theme];
    for (const [name, image] of Object.entries(pinIcons(inks))) {
      map.addImage(name, image, { pixelRatio: PIN_PIXEL_RATIO });
    }
    this.#faces = facesOf(map.getStyle());
    for (const [id, source] of Object.entries(pinSources(sources))) map.addSource(id, source);
    this.#redraw(pinLayers(inks, sources, this.#faces));
    this.#isStyled = true;
    this.#wantStreets(map);
    this.#placeHeads();
    this.#choose();
  }

  #paint({ theme, area, styleUrl, sources }: LiveViewWishes): void {
    const inks = MAP_INKS[theme];
    for (const [name, image] of Object.entries(pinIcons(inks))) this.#map?.updateImage(name, image);
    const ground = styleUrl === null ? groundStyle(theme, groundFiles(), area).layers : [];
    this.#redraw([...ground, ...pinLayers(inks, sources, this.#faces)]);
  }

  #fill(sources: PinSources): void {
    const theme = this.#wishes?.theme ?? "day";
    if (sources.everythingHref === null) this.#setData("rowhouse-pins", pinFeatures(sources.pins));
    if (sources.everythingHref !== null) void this.#source("rowhouse-pins")?.setData(sources.everythingHref);
    this.#setData("rowhouse-legs", legFeatures(sources));
    this.#setData("rowhouse-rings", ringFeatures(sources));
    this.#redraw(pinLayers(MAP_INKS[theme], sources, this.#faces));
    this.#placeHeads();
  }

  /** Pins that make no clusters give way to each other. How far apart they are changes with the zoom alone. */
  #placeHeads(): void {
    const map = this.#map;
    const sources = this.#wishes?.sources;
    this.#sides = [];
    if (map === null || sources === undefined || !this.#isStyled || sources.isClustered) return;
    this.#sides = headSides(sources.pins.map(({ point }) => map.project([point.lng, point.lat])));
    this.#setData("rowhouse-pins", pinFeatures(sources.pins, this.#sides));
  }

  /** Draws layers anew, on top of what is there: their colors or their pins' numbers have changed. */
  #redraw(layers: readonly LayerSpecification[]): void {
    for (const { id } of layers) if (this.#map?.getLayer(id) !== undefined) this.#map.removeLayer(id);
    for (const layer of layers) this.#map?.addLayer(layer);
  }

  #goTo({ frame, view, bounds, onMoved }: LiveViewWishes): void {
    if (this.#map === null) return;
    if (bounds === null) this.#map.easeTo({ ...cameraOf(frame, view, sizeOf(this.#box)), duration: MOVE_MS });
    else if (!areAlike(bounds, boundsOf(this.#map))) this.#map.fitBounds(boxOf(bounds), { duration: MOVE_MS });
    // Last, because a visitor's own move that was going on has just ended where it was.
    this.#isMoved = false;
    onMoved(null);
  }

  #wantStreets(map: MapLibre): void {
    const isOurs = this.#wishes?.styleUrl === null;
    if (this.#hasStreets || !isOurs || !this.#isStyled || map.getZoom() < STREETS_ZOOM - STREETS_AHEAD) return;
    this.#hasStreets = true;
    void this.#source("streets")?.setData(streetsUrl);
  }

  /** Draws the chosen pin: the one under the pointer, else the one that the list points at. */
  #choose(): void {
    if (!this.#isStyled || this.#wishes === null) return;
    const { sources, highlighted } = this.#wishes;
    const listed = sources.pins.find(({ label }) => label !== "" && label === highlighted);
    const chosen = this.#pointed ?? listed;
    // A dot has no room for a head; the chosen pin lies above the others and needs none.
    const side = chosen === undefined ? undefined : this.#sides[sources.pins.indexOf(chosen)];
    if (chosen === undefined || this.#map === null) return this.#setData("rowhouse-chosen", featureCollection([]));
    const at = this.#map.project([chosen.point.lng, chosen.point.lat]);
    const nameSide = nameSideAt(at, sizeOf(this.#box));
    const feature = chosenFeature(chosen, { side: side === "dot" ? undefined : side, nameSide });
    this.#setData("rowhouse-chosen", featureCollection([feature]));
  }

  #point(pin: LivePin | null): void {
    if (pin?.href === this.#pointed?.href && pin?.name === this.#pointed?.name) return;
    this.#pointed = pin;
    this.#choose();
    if (pin === null || pin.label === "") delete this.#box.dataset["pin"];
    else this.#box.dataset["pin"] = pin.label;
    this.#box.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  }

  async #pick(map: MapLibre, event: MapMouseEvent): Promise<void> {
    if (this.#wishes?.isAimed === true) {
      map.easeTo({ center: event.lngLat, duration: MOVE_MS }, { originalEvent: true });
      return;
    }
    const pin = this.#pinAt(event);
    const [cluster] = this.#isStyled ? map.queryRenderedFeatures(event.point, { layers: ["rowhouse-clusters"] }) : [];
    const id: unknown = cluster?.properties["cluster_id"];
    if (pin !== null || cluster?.geometry.type !== "Point" || typeof id !== "number") return this.#wishes?.onPick(pin);
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
    const [found] = target.queryRenderedFeatures(around, { layers: ["rowhouse-pins", "rowhouse-clusters"] });
    target.getCanvas().style.cursor = found === undefined ? "" : "pointer";
    if (found?.geometry.type !== "Point" || found.layer.id !== "rowhouse-pins") return null;
    const [lng = 0, lat = 0] = found.geometry.coordinates;
    return this.#readPin(found.properties, { lng, lat });
  }

  #readPin(properties: Record<string, unknown>, point: { lng: number; lat: number }): LivePin {
    const text = (name: string) => (typeof properties[name] === "string" ? properties[name] : "");
    const slug = text("slug");
    const href = slug === "" ? text("href") : `/places/${slug}`;
    const listed = this.#wishes?.sources.pins.find((pin) => pin.href === href);
    return listed ?? { label: text("label"), name: text("name"), href: href === "" ? null : href, point };
  }

  #source(id: string): GeoJSONSource | undefined {
    return this.#map?.getSource<GeoJSONSource>(id);
  }

  #setData(id: string, features: FeatureCollection<unknown>): void {
    void this.#source(id)?.setData(features);
  }
}

/** Whole addresses, because the worker that asks for them has none of its own to begin from. */
function groundFiles() {
  const whole = (path: string) => new URL(path, location.href).href;
  return { ground: whole(groundUrl), areas: whole("/map/areas.json"), waterFont: whole(waterFont) };
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

/** Plain values without cycles, a few hundred at most. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
