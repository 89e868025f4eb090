import "./crop-photo.css";

import { type PointerEvent, useRef, useState } from "react";

import { CROP_SHAPES, type CropShape } from "#app/db/columns/photo-columns.ts";
import { type Crop, CROP_SIZE_MIN, cropRectangle, type Size } from "./crop.ts";
import { uncroppedPhotoPath } from "../place-photo.ts";

const SHAPE_LABELS: Record<CropShape, string> = {
  whole: "Original",
  "16:9": "Wide, 16:9",
  "3:2": "3:2",
  "4:3": "4:3",
  "1:1": "Square",
  "3:4": "Portrait, 3:4",
};

type CropFieldsProps = { photo: { id: string; alt: string; size: Size; crop: Crop } };

/** A shape, three sliders and the photo, darkened outside the crop. With script the crop can be dragged, too. */
export function CropFields({ photo: { id, alt, size, crop: savedCrop } }: CropFieldsProps) {
  const [crop, setCrop] = useState(savedCrop);
  const change = (changes: Partial<Crop>) => setCrop((before) => ({ ...before, ...changes }));
  const area = cropRectangle(crop, size);
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
            {SHAPE_LABELS[shape]}
          </label>
        ))}
      </fieldset>
      <div className="crop-sliders">
        <Slider
          name="size"
          label="Size"
          min={CROP_SIZE_MIN}
          value={crop.size}
          onChange={(value) => change({ size: value })}
        />
        <Slider
          name="x"
          label="Horizontal position"
          min={0}
          value={crop.x}
          isIdle={area.width === size.width}
          onChange={(value) => change({ x: value })}
        />
        <Slider
          name="y"
          label="Vertical position"
          min={0}
          value={crop.y}
          isIdle={area.height === size.height}
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
  /** Has no effect for this shape. Hidden by script only, because without script another shape may be chosen; always sent. */
  isIdle?: boolean;
  onChange: (value: number) => void;
};

function Slider({ name, label, min, value, isIdle = false, onChange }: SliderProps) {
  return (
    <label className="field" data-idle={isIdle || undefined}>
      <span>
        {label}: {value}%
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

/** An SVG, because its attributes can position the crop while the content security policy forbids inline styles. */
function CropFrame({ id, alt, size, crop, onMove }: CropFrameProps) {
  const dragStart = useRef<{ clientX: number; clientY: number; x: number; y: number } | null>(null);
  const { left, top, width, height } = cropRectangle(crop, size);
  const startDrag = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { clientX: event.clientX, clientY: event.clientY, x: crop.x, y: crop.y };
  };
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    if (dragStart.current === null) return;
    const perPixel = size.width / event.currentTarget.getBoundingClientRect().width;
    const moved = (by: number, room: number, from: number) =>
      room <= 0 ? from : Math.round(Math.min(100, Math.max(0, from + (by * perPixel * 100) / room)));
    onMove({
      x: moved(event.clientX - dragStart.current.clientX, size.width - width, dragStart.current.x),
      y: moved(event.clientY - dragStart.current.clientY, size.height - height, dragStart.current.y),
    });
  };
  return (
    <svg
      className="crop-frame"
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={`${alt === "" ? "The photo" : alt}: ${Math.round((width * 100) / size.width)}% of its width and ${Math.round((height * 100) / size.height)}% of its height are shown`}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={() => {
        dragStart.current = null;
      }}
      onPointerCancel={() => {
        dragStart.current = null;
      }}
    >
      <image href={uncroppedPhotoPath(id)} width={size.width} height={size.height} />
      <path
        className="crop-shade"
        fillRule="evenodd"
        d={`M0 0H${size.width}V${size.height}H0ZM${left} ${top}h${width}v${height}h${-width}Z`}
      />
      <rect className="crop-cut" x={left} y={top} width={width} height={height} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
