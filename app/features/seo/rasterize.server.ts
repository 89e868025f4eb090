import { renderAsync, type ResvgRenderOptions } from "@resvg/resvg-js";

import { RenderQueue } from "#app/lib/render-queue.ts";

/** At about 0.1 s a picture the last one waits two seconds, as long as a crawler may be kept. */
const WAITING_MAX = 20;

const queue = new RenderQueue(WAITING_MAX);

/**
 * An SVG as PNG, drawn outside the event loop, one at a time; only its packing (15 ms) happens here.
 * Text must be outlines: no font is read.
 *
 * @returns "busy" when too many wait already.
 */
export function rasterize(svg: string): Promise<Uint8Array | "busy"> {
  return render(svg, {});
}

/** The same at another size: so many pixels wide. */
export function rasterizeAt(svg: string, widthPixels: number): Promise<Uint8Array | "busy"> {
  return render(svg, { fitTo: { mode: "width", value: widthPixels } });
}

function render(svg: string, size: Pick<ResvgRenderOptions, "fitTo">): Promise<Uint8Array | "busy"> {
  return queue.run(async () => {
    const image = await renderAsync(svg, { ...size, font: { loadSystemFonts: false }, logLevel: "off" });
    return image.asPng();
  });
}
