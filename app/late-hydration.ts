import { FOLLOWED_LINKS } from "./followed-links.ts";
import { SLASH_FOCUS } from "./slash-focus.ts";

/** Long enough that a phone has painted, decoded and settled. */
const FETCH_AHEAD_MS = 2_000;

/**
 * Starts the page's own script at the first sign of a visitor: pointer, key, touch, scroll, focus or click (which is all
 * that assistive technology may send). The html element is marked `data-awake` then (`ui/rendered-near.css`). Everything works without it, so nobody waits for it. A while after the page has
 * loaded its files are fetched, but not run, unless the visitor saves data.
 * Plain ES5, because nothing compiles it. The elements it looks for are made by `hydrateLate`.
 *
 * @see docs/decisions/0006-late-hydration-and-script-size.md
 */
export const LATE_STARTER = `(function(){var d=document,w=window,n=0,e=["pointermove","pointerdown","keydown","touchstart","scroll","focusin","click"],
l=d.getElementById("late"),c=navigator.connection;
function go(){if(n)return;n=1;e.forEach(function(t){w.removeEventListener(t,go,true)});d.documentElement.setAttribute("data-awake","");
var s=d.createElement("script");s.type="module";s.textContent=l.textContent;d.body.appendChild(s)}
function ahead(){if(n||c&&c.saveData||!l.dataset.files)return;l.dataset.files.split(" ").forEach(function(f){var p=d.createElement("link");p.rel="prefetch";p.as="script";p.href=f;d.head.appendChild(p)})}
e.forEach(function(t){w.addEventListener(t,go,{capture:true,passive:true})});
w.addEventListener("load",function(){setTimeout(ahead,${FETCH_AHEAD_MS})})})()`;

/** What an element says whose page is of little use without its script: an editor that nobody has touched yet. */
const AT_ONCE_MARK = 'data-at-once=""';

/** Such a page takes its own being there for the first sign. Its words alone can't say so: they have no quotes. */
const AT_ONCE = `;addEventListener("DOMContentLoaded",function(){dispatchEvent(new Event("focusin"))})`;

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*?href="([^"]*)"[^>]*\/?>/g;
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
  const files = [...html.matchAll(MODULE_PRELOAD)].map(([, href]) => href).join(" ");
  const starter = html.includes(AT_ONCE_MARK) ? LATE_STARTER + AT_ONCE : LATE_STARTER;
  const late = `<script type="text/plain" id="late" data-files="${files}">${code}</script><script>${starter};${FOLLOWED_LINKS};${SLASH_FOCUS}</script>`;
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
