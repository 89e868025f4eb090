import { useEffect, useRef } from "react";

import { THEME_STORAGE_KEY } from "./head-script.ts";

const THEMES = { system: "System", light: "Light", dark: "Dark" } as const;

/**
 * System, Light or Dark, saved in the browser's storage. Hidden by the style sheet without script, because the choice could
 * not be saved.
 */
export function ThemeChoice() {
  const select = useRef<HTMLSelectElement>(null);

  useEffect(() => {
    const element = select.current;
    if (element === null) return;
    // Hydration is late: the select may already have a choice.
    if (element.value !== "system") applyTheme(element.value);
    else element.value = storedTheme();
  }, []);

  return (
    <label className="theme-choice">
      Theme
      <select
        ref={select}
        defaultValue="system"
        autoComplete="off"
        onChange={(event) => applyTheme(event.currentTarget.value)}
      >
        {Object.entries(THEMES).map(([theme, name]) => (
          <option key={theme} value={theme}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function applyTheme(theme: string): void {
  const isChosen = theme === "light" || theme === "dark";
  if (isChosen) document.documentElement.setAttribute("data-theme", theme);
  else document.documentElement.removeAttribute("data-theme");
  try {
    if (isChosen) localStorage.setItem(THEME_STORAGE_KEY, theme);
    else localStorage.removeItem(THEME_STORAGE_KEY);
  } catch (error) {
    // Storage can be forbidden or full. Then the choice applies to this page only.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The theme that the head script has applied. */
function storedTheme(): string {
  return document.documentElement.getAttribute("data-theme") ?? "system";
}
