/**
 * Applies the chosen theme before the first paint. An inline script in the head, allowed by its hash in the
 * Content-Security-Policy. Without a choice or storage, the system's theme applies.
 */
const CHOSEN_THEME =
  'try{var t=localStorage.getItem("rowhouse-theme");if(t==="light"||t==="dark")document.documentElement.setAttribute("data-theme",t)}catch(e){}';

/**
 * Marks a page opened by a new navigation at its top. The browser restores no scroll position there, so row heights may be
 * estimated (`rendered-near.css`).
 */
const FRESH_PAGE =
  'try{if(performance.getEntriesByType("navigation")[0].type==="navigate"&&!location.hash)document.documentElement.setAttribute("data-fresh","")}catch(e){}';

export const HEAD_SCRIPT = `${CHOSEN_THEME};${FRESH_PAGE}`;

export const THEME_STORAGE_KEY = "rowhouse-theme";
