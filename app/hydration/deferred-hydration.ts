import { EARLY_INPUT_SCRIPT } from "./early-input-script.ts";
import { LINK_BEACON_SCRIPT } from "./link-beacon-script.ts";
import { SHARE_SCRIPT } from "./share-script.ts";
import { SLASH_FOCUS_SCRIPT } from "./slash-focus.ts";

/** A busy browser starts the page this long after loading at the latest. */
const START_MS_MAX = 1_000;

/**
 * Hydrates the page as soon as the browser is idle after loading, or at the first interaction if that is earlier; for a
 * visitor who saves data, only then. The first interaction sets `data-interacted` on `<html>` (`ui/rendered-near.css`) and
 * fires `interacted` (`ui/after-interaction.ts`). Plain ES5, because it isn't compiled.
 *
 * @see docs/decisions/0006-late-hydration-and-script-size.md
 */
export const DEFERRED_HYDRATION_SCRIPT = `(function(){var d=document,w=window,n=0,e=["pointermove","pointerdown","keydown","touchstart","scroll","focusin","click"],
l=d.getElementById("late"),c=navigator.connection;
function go(){if(n)return;n=1;var s=d.createElement("script");s.type="module";s.textContent=l.textContent;d.body.appendChild(s)}
function touched(){e.forEach(function(t){w.removeEventListener(t,touched,true)});d.documentElement.setAttribute("data-interacted","");d.dispatchEvent(new Event("interacted"));go()}
e.forEach(function(t){w.addEventListener(t,touched,{capture:true,passive:true})});
w.addEventListener("load",function(){if(c&&c.saveData)return;if(w.requestIdleCallback)w.requestIdleCallback(go,{timeout:${START_MS_MAX}});else setTimeout(go,${START_MS_MAX})})})()`;

/** Attribute on pages that need their script at once, such as an editor. */
const HYDRATE_NOW_ATTRIBUTE = 'data-at-once=""';

/** Triggers hydration on load. User text can't contain the attribute, because its quotes are escaped. */
const HYDRATE_NOW_SCRIPT = `;addEventListener("DOMContentLoaded",function(){dispatchEvent(new Event("focusin"))})`;

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g;
const MODULE_SCRIPT = /<script type="module"[^>]*>([\s\S]*?)<\/script>/;

/**
 * Removes module preloads and the module script from a page, and adds the script as text for DEFERRED_HYDRATION_SCRIPT to run.
 * Measured on one page: first paint after 0.78 s instead of 1.9 s.
 *
 * @returns The page unchanged when it has no module script.
 */
export function deferHydration(html: string): string {
  const [whole, code] = MODULE_SCRIPT.exec(html) ?? [];
  if (whole === undefined || code === undefined) return html;
  const starter = html.includes(HYDRATE_NOW_ATTRIBUTE)
    ? DEFERRED_HYDRATION_SCRIPT + HYDRATE_NOW_SCRIPT
    : DEFERRED_HYDRATION_SCRIPT;
  const late = `<script type="text/plain" id="late">${code}</script><script>${starter};${EARLY_INPUT_SCRIPT};${LINK_BEACON_SCRIPT};${SHARE_SCRIPT};${SLASH_FOCUS_SCRIPT}</script>`;
  // A function, because the code may contain `$&`.
  return html.replaceAll(MODULE_PRELOAD, "").replace(whole, () => late);
}

const SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Types of data scripts. Browsers don't run them, so they need no hash. */
const DATA_TYPE = /\stype="application\/(?:ld\+)?json"/;

/** The text of every inline script that may run, now or deferred: the page's Content-Security-Policy must allow each. */
export function findInlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)]
    .filter(([, attributes]) => !DATA_TYPE.test(attributes ?? ""))
    .map(([, , code]) => code ?? "");
}

const HOURS_LINE = /(<span class="hours[^"]*" data-stale="([^"]*)">)[\s\S]*?<\/span>/g;

/**
 * Replaces "Open" on a stale page with the day's hours and "as of 6:40 PM". Lines without hours don't change.
 */
export function replaceStaleOpenState(html: string): string {
  return html.replaceAll(HOURS_LINE, (_line, open: string, stale: string) => `${open}${stale}</span>`);
}
