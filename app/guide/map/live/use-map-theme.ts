import { useSyncExternalStore } from "react";

import type { MapTheme } from "../base/map-inks.ts";

const SYSTEM_DARK = "(prefers-color-scheme: dark)";

/** The page's current theme, light or dark, chosen by the visitor or their system. */
export function useMapTheme(): MapTheme {
  return useSyncExternalStore(watchTheme, readTheme, () => "day");
}

function readTheme(): MapTheme {
  const chosen = document.documentElement.dataset["theme"];
  const isDark = chosen === undefined ? matchMedia(SYSTEM_DARK).matches : chosen === "dark";
  return isDark ? "night" : "day";
}

function watchTheme(changed: () => void): () => void {
  const watcher = new MutationObserver(changed);
  watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = matchMedia(SYSTEM_DARK);
  system.addEventListener("change", changed);
  return () => {
    watcher.disconnect();
    system.removeEventListener("change", changed);
  };
}
