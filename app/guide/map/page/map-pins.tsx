import "./locator-map.css";

import { Link } from "react-router";

import type { MapPosition } from "../base/frame.ts";
import { HEAD_ABOVE, pinHeads, type PinHead } from "../live/pin-heads.ts";

export type PlacedPin = {
  /** The number in the list, or "" for the only pin of a page. */
  label: string;
  name: string;
  /** Null on the place's own page, which doesn't link to itself. */
  href: string | null;
  /** Percent of the drawing's width and height from its top left. */
  at: MapPosition;
};

type MapPinsProps = {
  label: string;
  pins: readonly PlacedPin[];
  /** The label of the pin highlighted in the list. */
  highlighted?: string | null;
  /** Draws straight dotted lines between the pins: their order, not the route. */
  joinsPins?: boolean;
};

/**
 * Pins over a square drawing, as links. Each is in a nested `<svg>` positioned in percent by attributes, so pins keep
 * their size at any scale, without style attributes.
 */
export function MapPins({ label, pins, highlighted = null, joinsPins = false }: MapPinsProps) {
  const heads = pinHeads(pins.map(({ at }) => at));
  const highlightedPin = pins.find((pin) => pin.label !== "" && pin.label === highlighted);
  return (
    <svg className="map-pins" role="group" aria-label={label}>
      {joinsPins &&
        pins.slice(1).map(({ label: to, at }, index) => <Leg key={to} from={pins[index]?.at ?? at} to={at} />)}
      {pins.map((pin, index) => (
        <svg key={pin.label + pin.name} x={`${pin.at.x}%`} y={`${pin.at.y}%`} overflow="visible">
          <Pin pin={pin} head={heads[index]} />
        </svg>
      ))}
      {/* A copy on top of the other pins: SVG has no z-index, and moving the link itself would lose the focus. */}
      {highlightedPin !== undefined && (
        <svg
          x={`${highlightedPin.at.x}%`}
          y={`${highlightedPin.at.y}%`}
          overflow="visible"
          pointerEvents="none"
          aria-hidden="true"
        >
          <g className="map-pin map-pin-chosen">
            <PinShape pin={highlightedPin} head={heads[pins.indexOf(highlightedPin)] ?? HEAD_ABOVE} />
          </g>
        </svg>
      )}
    </svg>
  );
}

type PinProps = {
  pin: PlacedPin;
  /** Undefined: the pin is a dot. */
  head: PinHead | undefined;
};

function Pin({ pin, head }: PinProps) {
  const name = pin.label === "" ? pin.name : `${pin.label}: ${pin.name}`;
  if (pin.href === null) {
    return (
      <g className="map-pin" role="img" aria-label={name}>
        <PinShape {...{ pin, head }} />
      </g>
    );
  }
  return (
    <Link className="map-pin" to={pin.href} aria-label={name} data-pin={pin.label}>
      <PinShape {...{ pin, head }} />
    </Link>
  );
}

function PinShape({ pin: { label, name, at }, head }: PinProps) {
  const { x, y } = head ?? { x: 0, y: 0 };
  const isInRightHalf = at.x > 50;
  return (
    <>
      <rect className="map-pin-touch" x={x - 22} y={y - 22} width="44" height="44" />
      {head === undefined ? <circle className="map-pin-dot" r="5" /> : <path d={head.outline} />}
      {head !== undefined && label === "" && <circle cx={x} cy={y} r="4" />}
      {head !== undefined && label !== "" && (
        <text className="map-pin-label" x={x} y={y + 4.5}>
          {label}
        </text>
      )}
      <text
        className="map-pin-name"
        x={isInRightHalf ? x - 17 : x + 17}
        y={y + 4.5}
        textAnchor={isInRightHalf ? "end" : "start"}
      >
        {name}
      </text>
    </>
  );
}

function Leg({ from, to }: { from: MapPosition; to: MapPosition }) {
  return <line className="map-leg" x1={`${from.x}%`} y1={`${from.y}%`} x2={`${to.x}%`} y2={`${to.y}%`} />;
}
