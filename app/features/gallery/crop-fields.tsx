import { type PointerEvent, useRef, useState } from "react";

import { type Crop, CROP_SHAPES, CROP_SIZE_MIN, type CropShape, cutOf, type Size } from "./crop.ts";
import { wholePhotoPath } from "./place-photo.ts";

const SHAPE_WORDS: Record<CropShape, string> = {
  whole: "All of it",
  "16:9": "Wide, 16:9",
  "3:2": "3:2",
  "4:3": "4:3",
  "1:1": "Square",
  "3:4": "Upright, 3:4",
};

type CropFieldsProps = { photo: { id: string; alt: string; size: Size; crop: Crop } };

/** A shape, three sliders and the photo with what lies outside the cut in the dark; with script the cut can be dragged too. */
export function CropFields({ photo: { id, alt, size, crop: kept } }: CropFieldsProps) {
  const [crop, setCrop] = useState(kept);
  const change = (to: Partial<Crop>) => setCrop((before) => ({ ...before, ...to }));
  const cut = cutOf(crop, size);
  return (
    <>
      <CropFrame id={id} alt={alt} size={size} crop={crop} onMove={change} />
      <fieldset className="crop-shapes">
        <legend>Shape</legend>
        {CROP_SHAPES.map((shape) => (
          <label key={shape}>
            <input
              type="radio"
              name="shape"
              value={shape}
              checked={crop.shape === shape}
              onChange={() => change({ shape })}
            />
            {SHAPE_WORDS[shape]}
          </label>
        ))}
      </fieldset>
      <div className="crop-sliders">
        <Slider
          name="size"
          label="How much of it"
          min={CROP_SIZE_MIN}
          value={crop.size}
          onChange={(value) => change({ size: value })}
        />
        <Slider
          name="x"
          label="From left to right"
          min={0}
          value={crop.x}
          isIdle={cut.width === size.width}
          onChange={(value) => change({ x: value })}
        />
        <Slider
          name="y"
          label="From top to bottom"
          min={0}
          value={crop.y}
          isIdle={cut.height === size.height}
          onChange={(value) => change({ y: value })}
        />
      </div>
    </>
  );
}

type SliderProps = {
  name: string;
  label: string;
  min: number;
  value: number;
  /** It would move nothing. Hidden, but sent all the same; without script it stays, since another shape may be chosen. */
  isIdle?: boolean;
  onChange: (value: number) => void;
};

function Slider({ name, label, min, value, isIdle = false, onChange }: SliderProps) {
  return (
    <label className="field" data-idle={isIdle || undefined}>
      <span>
        {label}: {value} %
      </span>
      <input
        type="range"
        {...{ name, min, value }}
        max={100}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </label>
  );
}

type CropFrameProps = { id: string; alt: string; size: Size; crop: Crop; onMove: (to: Pick<Crop, "x" | "y">) => void };

/** In SVG, whose attributes say where things lie: the content security policy takes no styles from a page. */
function CropFrame({ id, alt, size, crop, onMove }: CropFrameProps) {
  const held = useRef<{ clientX: number; clientY: number; x: number; y: number } | null>(null);
  const { left, top, width, height } = cutOf(crop, size);
  const take = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { clientX: event.clientX, clientY: event.clientY, x: crop.x, y: crop.y };
  };
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    if (held.current === null) return;
    const perPixel = size.width / event.currentTarget.getBoundingClientRect().width;
    const moved = (by: number, room: number, from: number) =>
      room <= 0 ? from : Math.round(Math.min(100, Math.max(0, from + (by * perPixel * 100) / room)));
    onMove({
      x: moved(event.clientX - held.current.clientX, size.width - width, held.current.x),
      y: moved(event.clientY - held.current.clientY, size.height - height, held.current.y),
    });
  };
  return (
    <svg
      className="crop-frame"
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={`${alt === "" ? "The photo" : alt}: ${Math.round((width * 100) / size.width)} % of its width and ${Math.round((height * 100) / size.height)} % of its height are shown`}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={() => {
        held.current = null;
      }}
      onPointerCancel={() => {
        held.current = null;
      }}
    >
      <image href={wholePhotoPath(id)} width={size.width} height={size.height} />
      <path
        className="crop-shade"
        fillRule="evenodd"
        d={`M0 0H${size.width}V${size.height}H0ZM${left} ${top}h${width}v${height}h${-width}Z`}
      />
      <rect className="crop-cut" x={left} y={top} width={width} height={height} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
