import { Maximize, Minus, Plus, X } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useRouteLoaderData } from "react-router";

import type { Point } from "../places/place.ts";
import type { Bounds } from "./bounds.ts";
import { BASEMAP_FRAME, type MapFrame, type MapView, viewOfBounds, viewOfPoints } from "./frame.ts";
import type { LivePin } from "./live-pins.ts";
import { LiveView } from "./live-view.ts";
import { pinCardCorner } from "./pin-card-corner.ts";
import { useMapTheme } from "./use-map-theme.ts";

/** What a page's live map does beyond showing the pins of its list. */
export type LiveMapKind = {
  /** False: every pin stands for itself, as the stops of a guide must. */
  isClustered?: boolean;
  /** Rings of minutes on foot round the only pin. */
  showsWalks?: boolean;
  /** A small map within a page that scrolls: wheel and finger move the page. On touch screens true unless told. */
  isInPassing?: boolean;
  /** Where the pins of all places come from; the list's own are a part of them. */
  pinsHref?: string;
  /** The box that holds all of those. */
  pinsBox?: Bounds | null;
  /** A list that follows the map: the box that its address names, and the address of another one. */
  searchesArea?: { bounds: Bounds | null; hrefFor: (bounds: Bounds) => string };
};

type LiveMapProps = {
  label: string;
  pins: readonly LivePin[];
  frame: MapFrame;
  view: MapView;
  /** The neighborhood it is about, by slug. */
  area: string | null;
  joinsPins: boolean;
  highlighted: string | null;
  kind: LiveMapKind;
  /** Before anything was shown: the drawn map is the better one. */
  onFail: () => void;
};

/** The live map over the drawn one. */
export function LiveMap({ label, pins, frame, view, area, joinsPins, highlighted, kind, onFail }: LiveMapProps) {
  const [live, setLive] = useState<LiveView | null>(null);
  const [isShown, setShown] = useState(false);
  const card = usePinCard(live);
  const [moved, setMoved] = useState<Bounds | null>(null);
  const [events] = useState(() => ({
    onReady: () => setShown(true),
    onFail,
    onPick: card.open,
    onMoved: setMoved,
  }));
  const theme = useMapTheme();
  const styleUrl = useMapStyleUrl();
  const bounds = kind.searchesArea?.bounds ?? null;
  const attach = useCallback((box: HTMLDivElement) => {
    const started = new LiveView(box);
    setLive(started);
    return () => started.remove();
  }, []);
  // After every rendering: what has not changed costs a comparison.
  useEffect(() => {
    live?.update({
      ...events,
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
        isClustered: kind.isClustered !== false,
        showsWalks: kind.showsWalks === true,
      },
      isInPassing: kind.isInPassing ?? matchMedia("(pointer: coarse)").matches,
    });
  });

  const { pin } = card;
  return (
    <div className="live-map" role="presentation" data-shown={isShown || undefined} onKeyDown={card.closeOnEscape}>
      <div className="live-map-canvas" ref={attach} />
      {live !== null && isShown && (
        <>
          {kind.searchesArea !== undefined && moved !== null && (
            <SearchThisArea
              href={kind.searchesArea.hrefFor(moved)}
              onAsked={() => {
                setMoved(null);
                // The button goes, and whoever came to it by keyboard would begin at the top of the page.
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

/** The pin whose card is open. */
function usePinCard(live: LiveView | null) {
  const [pin, open] = useState<LivePin | null>(null);
  const close = () => {
    open(null);
    // Its button goes with it, and whoever came to it by keyboard would begin at the top of the page.
    live?.focus();
  };
  // Also from the map itself, which has the focus after a click on a pin.
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && pin !== null) close();
  };
  return { pin, open, close, closeOnEscape };
}

/** The operator's own style, if there is one (MAP_STYLE_URL). */
function useMapStyleUrl(): string | null {
  const root: unknown = useRouteLoaderData("root");
  const isSet = typeof root === "object" && root !== null && "mapStyleUrl" in root;
  return isSet && typeof root.mapStyleUrl === "string" ? root.mapStyleUrl : null;
}

function SearchThisArea({ href, onAsked }: { href: string; onAsked: () => void }) {
  const navigate = useNavigate();
  return (
    <button
      className="button button-outline button-small live-map-search"
      type="button"
      onClick={() => {
        onAsked();
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

/** What a click on a pin brings: its name as a link, over the pin. */
function PinCard({ live, pin, href, close }: PinCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      live.follow(pin, (at, box) => {
        if (card.current === null) return;
        const { offsetWidth: width, offsetHeight: height } = card.current;
        const { x, y } = pinCardCorner({ at, card: { width, height }, box });
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

const NO_PINS = { pins: [], joinsPins: false, everythingHref: null, isClustered: false, showsWalks: false };

type PinPickerProps = { point: Point | null; around: Bounds | null; onPick: (point: Point) => void };

/**
 * A live map that is moved under a pin which stays in its middle: with a finger, a mouse, a click or the arrow keys. Loaded
 * when somebody asks for it.
 *
 * @param props.point Where it begins; null: with the box `around` it, or the whole District.
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
      label: "Map to put the pin on: move it until the pin stands on the door",
      isAimed: true,
      frame: BASEMAP_FRAME,
      view,
      bounds: null,
      pinsBox: null,
      theme,
      area: null,
      sources: NO_PINS,
      highlighted: null,
      styleUrl,
      isInPassing: false,
      onReady: () => live.focus(),
      onFail: () => setFailed(true),
      onPick: () => {},
      onMoved: (shown) => {
        if (shown !== null) onPick({ lat: (shown.south + shown.north) / 2, lng: (shown.west + shown.east) / 2 });
      },
    });
  });
  if (isFailed) return <p role="status">The map can’t be shown here. Leave the pin to the editor, or give degrees.</p>;
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
