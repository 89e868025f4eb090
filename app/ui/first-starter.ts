/**
 * Sets the visitor's chosen theme before the first paint. It stands in the head as an inline script whose hash the
 * Content-Security-Policy names, so every letter of it counts. No choice, or no storage: the system decides.
 */
const CHOSEN_THEME =
  'try{var t=localStorage.getItem("rowhouse-theme");if(t==="light"||t==="dark")document.documentElement.setAttribute("data-theme",t)}catch(e){}';

/**
 * Marks a page that somebody comes to anew, at its top: there the browser restores no scroll position, which counts on the
 * exact height of every row (`rendered-near.css`).
 */
const FRESH_PAGE =
  'try{if(performance.getEntriesByType("navigation")[0].type==="navigate"&&!location.hash)document.documentElement.setAttribute("data-fresh","")}catch(e){}';

export const FIRST_STARTER = `${CHOSEN_THEME};${FRESH_PAGE}`;

export const THEME_STORAGE_KEY = "rowhouse-theme";
