import "./live-map.css";
import "#app/guide/places/cards/place-marks.css";

import { Maximize, Minus, Plus, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useRouteLoaderData } from "react-router";

import type { Point } from "#app/guide/places/place.ts";
import type { Bounds } from "../base/bounds.ts";
import { BASEMAP_FRAME, type MapFrame, type MapView, viewOfBounds, viewOfPoints } from "../base/frame.ts";
import type { LivePin } from "./live-pins.ts";
import { LiveView } from "./live-view.ts";
import type { StillGestures } from "../page/still-gestures.ts";
import { placePinCard } from "./place-pin-card.ts";
import { useMapTheme } from "./use-map-theme.ts";

/** Options of a page's live map. */
export type LiveMapOptions = {
  /** Draws rings of walking minutes around the only pin. */
  showsWalkRings?: boolean;
  /** A small map in a scrolling page: wheel and finger scroll the page. Defaults to true on touch screens. */
  usesCooperativeGestures?: boolean;
  /** The URL of all pins, if the list has only some of them. */
  pinsHref?: string;
  /** The URL of pins that are dots until the list has them. */
  dotsHref?: string;
  /** The bounds of the pins of either URL. */
  pinsBox?: Bounds | null;
  /**
   * Searches what the map shows: the bounds in the URL, and the URL for other bounds. `isFollowing`: the list follows the map by
   * itself, and the URL is replaced; otherwise there is a button.
   */
  searchesArea?: { bounds: Bounds | null; hrefFor: (bounds: Bounds) => string; isFollowing?: boolean };
};

type LiveMapProps = {
  label: string;
  pins: readonly LivePin[];
  frame: MapFrame;
  view: MapView;
  /** The slug of the page's neighborhood. */
  area: string | null;
  joinsPins: boolean;
  highlighted: string | null;
  kind: LiveMapOptions;
  /** How the drawn map was moved before this one was ready. */
  gestures: RefObject<StillGestures | null>;
  /** Called if the map fails before it was shown; the drawn map stays. */
  onFail: () => void;
};

/** The live map over the drawn one. */
export function LiveMap({
  label,
  pins,
  frame,
  view,
  area,
  joinsPins,
  highlighted,
  kind,
  gestures,
  onFail,
}: LiveMapProps) {
  const [live, setLive] = useState<LiveView | null>(null);
  const [isShown, setShown] = useState(false);
  const card = usePinCard(live);
  const [moved, setMoved] = useState<Bounds | null>(null);
  const followed = useFollowing(moved, kind.searchesArea);
  const [events] = useState(() => ({ onFail, onPick: card.open, onMoved: setMoved }));
  const onReady = () => {
    if (live !== null) gestures.current?.handOver(live);
    setShown(true);
  };
  const theme = useMapTheme();
  const styleUrl = useMapStyleUrl();
  const bounds = kind.searchesArea?.bounds ?? null;
  const attach = useCallback((box: HTMLDivElement) => {
    const started = new LiveView(box);
    setLive(started);
    return () => started.remove();
  }, []);
  // After every render. Unchanged options cost only a comparison.
  useEffect(() => {
    live?.update({
      ...events,
      onReady,
      isFollowed: followed,
      isFollowing: kind.searchesArea?.isFollowing === true,
      label,
      frame,
      view,
      bounds,
      pinsBox: kind.pinsBox ?? null,
      theme,
      area,
      styleUrl,
      highlighted,
      sources: {
        pins,
        joinsPins,
        everythingHref: kind.pinsHref ?? null,
        dotsHref: kind.dotsHref ?? null,
        showsWalks: kind.showsWalkRings === true,
      },
      usesCooperativeGestures: kind.usesCooperativeGestures ?? matchMedia("(pointer: coarse)").matches,
    });
  });

  const { pin } = card;
  return (
    <div className="live-map" role="presentation" data-shown={isShown || undefined} onKeyDown={card.closeOnEscape}>
      <div className="live-map-canvas" ref={attach} />
      {live !== null && isShown && (
        <>
          {kind.searchesArea !== undefined && kind.searchesArea.isFollowing !== true && moved !== null && (
            <SearchThisArea
              href={kind.searchesArea.hrefFor(moved)}
              onSearch={() => {
                setMoved(null);
                // The button disappears, which would move keyboard focus to the top of the page.
                live.focus();
              }}
            />
          )}
          <Controls live={live} />
          {pin !== null && pin.href !== null && (
            <PinCard key={pin.href} live={live} pin={pin} href={pin.href} close={card.close} />
          )}
        </>
      )}
    </div>
  );
}

/** A visitor who moves on within this time hasn't arrived yet. */
const FOLLOW_MS = 300;

/**
 * Replaces the page's URL by that of the bounds to which the map was moved, where the list follows it.
 *
 * @returns Whether the page's bounds come from such a move.
 */
function useFollowing(moved: Bounds | null, area: LiveMapOptions["searchesArea"]): boolean {
  const navigate = useNavigate();
  const [last, setLast] = useState<string | null>(null);
  const href = area?.isFollowing === true && moved !== null ? area.hrefFor(moved) : null;
  useEffect(() => {
    if (href === null) return undefined;
    const timer = setTimeout(() => {
      setLast(href);
      void navigate(href, { replace: true, preventScrollReset: true });
    }, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [href, navigate]);
  return area !== undefined && area.bounds !== null && area.hrefFor(area.bounds) === last;
}

/** The state of the open pin card. */
function usePinCard(live: LiveView | null) {
  const [pin, open] = useState<LivePin | null>(null);
  const close = () => {
    open(null);
    // Its button disappears, which would move keyboard focus to the top of the page.
    live?.focus();
  };
  // The map itself has the focus after a click on a pin.
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && pin !== null) close();
  };
  return { pin, open, close, closeOnEscape };
}

/** The operator's map style (MAP_STYLE_URL); null for our own. */
function useMapStyleUrl(): string | null {
  const root: unknown = useRouteLoaderData("root");
  const isSet = typeof root === "object" && root !== null && "mapStyleUrl" in root;
  return isSet && typeof root.mapStyleUrl === "string" ? root.mapStyleUrl : null;
}

function SearchThisArea({ href, onSearch }: { href: string; onSearch: () => void }) {
  const navigate = useNavigate();
  return (
    <button
      className="button button-outline button-small live-map-search"
      type="button"
      onClick={() => {
        onSearch();
        void navigate(href, { preventScrollReset: true });
      }}
    >
      Search this area
    </button>
  );
}

function Controls({ live }: { live: LiveView }) {
  return (
    <div className="live-map-controls">
      <button type="button" aria-label="Zoom in" onClick={() => live.zoomBy(1)}>
        <Plus className="icon" aria-hidden="true" />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => live.zoomBy(-1)}>
        <Minus className="icon" aria-hidden="true" />
      </button>
      <button type="button" aria-label="Fit the map to the places" onClick={() => live.fit()}>
        <Maximize className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}

type PinCardProps = { live: LiveView; pin: LivePin; href: string; close: () => void };

/** The card of a clicked pin: its name as a link. */
function PinCard({ live, pin, href, close }: PinCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      live.follow(pin, (at, box) => {
        if (card.current === null) return;
        const { offsetWidth: width, offsetHeight: height } = card.current;
        const { x, y } = placePinCard({ at, card: { width, height }, box });
        card.current.style.translate = `${x}px ${y}px`;
      }),
    [live, pin],
  );
  return (
    <div className="live-map-card" ref={card}>
      <Link className="name-link" to={href}>
        {pin.label !== "" && <span className="place-number">{pin.label}</span>}
        {pin.name}
      </Link>
      <button type="button" aria-label="Close" onClick={close}>
        <X className="icon-small" aria-hidden="true" />
      </button>
    </div>
  );
}

const NO_PINS = {
  pins: [],
  joinsPins: false,
  everythingHref: null,
  dotsHref: null,
  showsWalks: false,
};

type PinPickerProps = { point: Point | null; around: Bounds | null; onPick: (point: Point) => void };

/**
 * A live map that moves under a fixed pin in its middle: by finger, mouse, click or arrow keys. Loaded on request.
 *
 * @param props.point The initial point; null: starts with the bounds `around`, or the whole District.
 */
export function PinPicker({ point, around, onPick }: PinPickerProps) {
  const [live, setLive] = useState<LiveView | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [view] = useState(() =>
    point === null && around !== null
      ? viewOfBounds(BASEMAP_FRAME, around)
      : viewOfPoints(BASEMAP_FRAME, point === null ? [] : [point]),
  );
  const theme = useMapTheme();
  const styleUrl = useMapStyleUrl();
  const attach = useCallback((box: HTMLDivElement) => {
    const started = new LiveView(box);
    setLive(started);
    return () => started.remove();
  }, []);
  useEffect(() => {
    live?.update({
      isFollowed: false,
      isFollowing: false,
      label: "Map to place the pin: move the map until the pin is on the front door",
      centersOnClick: true,
      frame: BASEMAP_FRAME,
      view,
      bounds: null,
      pinsBox: null,
      theme,
      area: null,
      sources: NO_PINS,
      highlighted: null,
      styleUrl,
      usesCooperativeGestures: false,
      onReady: () => live.focus(),
      onFail: () => setFailed(true),
      onPick: () => {},
      onMoved: (shown) => {
        if (shown !== null) onPick({ lat: (shown.south + shown.north) / 2, lng: (shown.west + shown.east) / 2 });
      },
    });
  });
  if (isFailed)
    return <p role="status">We can’t show the map here. Enter the coordinates, or leave the pin to our editors.</p>;
  return (
    <div className="pin-picker">
      <div className="live-map" data-shown>
        <div className="live-map-canvas" ref={attach} />
        <div className="live-map-controls">
          <button type="button" aria-label="Zoom in" onClick={() => live?.zoomBy(1)}>
            <Plus className="icon" aria-hidden="true" />
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => live?.zoomBy(-1)}>
            <Minus className="icon" aria-hidden="true" />
          </button>
        </div>
      </div>
      <svg className="pin-picker-pin" viewBox="0 0 24 32" aria-hidden="true">
        <path d="M12 31C12 31 23 18 23 11.5A11 11 0 0 0 1 11.5C1 18 12 31 12 31Z" />
        <circle cx="12" cy="11.5" r="4" />
      </svg>
    </div>
  );
}
