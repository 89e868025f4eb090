/** Keys that change the photo. Escape closes any dialog by itself. */
const STEPS: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * Opens a place's photos in a dialog, starting with the one whose link was clicked. It fetches the gallery page, which is also
 * where the link goes without script, and where it goes if the fetch fails.
 */
export async function openLightbox({ target, ctrlKey, metaKey, shiftKey }: ClickEvent): Promise<void> {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link === null) return;
  if (ctrlKey || metaKey || shiftKey) {
    window.open(link.href);
    return;
  }
  const figures = await figuresAt(link.href).catch(() => []);
  if (figures.length === 0) {
    location.assign(link.href);
    return;
  }
  const clicked = figures.findIndex((figure) => figure.dataset["photo"] === new URL(link.href).hash.slice(1));
  show(figures, Math.max(0, clicked));
}

type ClickEvent = Pick<MouseEvent, "target" | "ctrlKey" | "metaKey" | "shiftKey">;

async function figuresAt(address: string): Promise<HTMLElement[]> {
  const response = await fetch(address);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...page.querySelectorAll<HTMLElement>(".gallery-photos > li")].flatMap((row) => {
    const figure = row.querySelector<HTMLElement>(".gallery-photo");
    if (figure === null) return [];
    figure.dataset["photo"] = row.id;
    return [document.adoptNode(figure)];
  });
}

function show(figures: HTMLElement[], start: number): void {
  const dialog = document.createElement("dialog");
  dialog.className = "lightbox";
  dialog.setAttribute("aria-label", "Photos");
  const stage = document.createElement("div");
  stage.className = "lightbox-stage";
  const count = document.createElement("p");
  count.setAttribute("role", "status");
  let at = start;
  const showAt = (next: number) => {
    at = next;
    const figure = figures[at];
    if (figure === undefined) return;
    for (const image of figure.querySelectorAll("img")) image.loading = "eager";
    stage.replaceChildren(figure);
    count.textContent = `${at + 1} of ${figures.length}`;
  };
  const step = (key: string) => showAt(STEPS[key]?.(at, figures.length) ?? at);
  const bar = document.createElement("div");
  bar.className = "lightbox-bar";
  if (figures.length > 1)
    bar.append(
      button("Previous", () => step("ArrowLeft")),
      count,
      button("Next", () => step("ArrowRight")),
    );
  bar.append(button("Close", () => dialog.close()));
  dialog.append(stage, bar);
  dialog.addEventListener("keydown", (event) => {
    if (STEPS[event.key] === undefined || figures.length < 2) return;
    event.preventDefault();
    step(event.key);
  });
  // A click beside the photo closes the dialog.
  dialog.addEventListener("click", ({ target }) => (target === dialog || target === stage) && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  showAt(start);
  dialog.showModal();
}

function button(label: string, onPress: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button button-outline button-small";
  element.textContent = label;
  element.addEventListener("click", onPress);
  return element;
}
