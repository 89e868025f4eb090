import { renderAsync, type ResvgRenderOptions } from "@resvg/resvg-js";

import { RenderQueue } from "#app/lib/render-queue.ts";

/** At about 0.1 s per image the last one waits two seconds, which crawlers tolerate. */
const QUEUE_LENGTH_MAX = 20;

const queue = new RenderQueue(QUEUE_LENGTH_MAX);

/**
 * Renders an SVG as PNG, one at a time and off the event loop, except for PNG encoding (15 ms). Text must be outlines,
 * because fonts aren't loaded.
 *
 * @returns "busy" when the queue is full.
 */
export function rasterize(svg: string): Promise<Uint8Array | "busy"> {
  return render(svg, {});
}

/** Renders an SVG as PNG at a given width. */
export function rasterizeAt(svg: string, widthPixels: number): Promise<Uint8Array | "busy"> {
  return render(svg, { fitTo: { mode: "width", value: widthPixels } });
}

function render(svg: string, size: Pick<ResvgRenderOptions, "fitTo">): Promise<Uint8Array | "busy"> {
  return queue.run(async () => {
    const image = await renderAsync(svg, { ...size, font: { loadSystemFonts: false }, logLevel: "off" });
    return image.asPng();
  });
}
