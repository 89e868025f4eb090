/**
 * Sets the visitor's chosen theme before the first paint. It stands in the head as an inline script whose hash the
 * Content-Security-Policy names, so every letter of it counts. No choice, or no storage: the system decides.
 */
export const THEME_STARTER =
  'try{var t=localStorage.getItem("rowhouse-theme");if(t==="light"||t==="dark")document.documentElement.setAttribute("data-theme",t)}catch(e){}';

export const THEME_STORAGE_KEY = "rowhouse-theme";
