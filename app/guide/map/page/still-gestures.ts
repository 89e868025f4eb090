/** A shift in px and a scale from the box's top left. */
export type StillMove = { x: number; y: number; scale: number };

type LiveTarget = { adopt: (move: StillMove) => void; panBy: (x: number, y: number) => void };

/** As many px of a wheel double the scale as on the live map. */
const WHEEL_PX = 450;
const SCALE = { min: 0.5, max: 8 };

/**
 * Lets a mouse move the drawn map until the live one is ready, so that the first drag and the first turn of the wheel count. A
 * finger scrolls the page, as it does over the live map.
 */
export class StillGestures {
  readonly #box: HTMLElement;
  readonly #stop = new AbortController();
  #move: StillMove = { x: 0, y: 0, scale: 1 };
  #live: LiveTarget | null = null;

  /** @param takesWheel Otherwise the wheel scrolls the page. */
  constructor(box: HTMLElement, { takesWheel }: { takesWheel: boolean }) {
    this.#box = box;
    const { signal } = this.#stop;
    box.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    if (takesWheel) box.addEventListener("wheel", (event) => this.#turn(event), { signal, passive: false });
    // Pictures would be dragged away.
    box.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  }

  /** The live map is ready: it shows what the drawn one did, and a drag goes on. */
  handOver(live: LiveTarget): void {
    if (this.#stop.signal.aborted) return;
    live.adopt(this.#move);
    this.#live = live;
    this.stop();
  }

  stop(): void {
    this.#stop.abort();
    this.#draw({ x: 0, y: 0, scale: 1 });
  }

  #press({ button, pointerType, pointerId }: PointerEvent): void {
    if (button !== 0 || pointerType === "touch") return;
    const drag = new AbortController();
    const options = { signal: drag.signal };
    this.#box.setPointerCapture(pointerId);
    this.#box.addEventListener(
      "pointermove",
      ({ movementX, movementY }) => {
        if (this.#live !== null) this.#live.panBy(movementX, movementY);
        else if (!this.#stop.signal.aborted)
          this.#draw({ ...this.#move, x: this.#move.x + movementX, y: this.#move.y + movementY });
      },
      options,
    );
    for (const end of ["pointerup", "pointercancel"]) this.#box.addEventListener(end, () => drag.abort(), options);
  }

  #turn(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.#box.getBoundingClientRect();
    const { x, y, scale } = this.#move;
    const wanted = scale * 2 ** (-event.deltaY / WHEEL_PX);
    const next = Math.min(SCALE.max, Math.max(SCALE.min, wanted));
    const at = { x: event.clientX - left, y: event.clientY - top };
    const grown = next / scale;
    this.#draw({ x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown, scale: next });
  }

  #draw(move: StillMove): void {
    this.#move = move;
    const { x, y, scale } = move;
    const pictures = this.#box.querySelector<HTMLElement>(".map-stills");
    if (pictures === null) return;
    pictures.style.transform = x === 0 && y === 0 && scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
  }
}
