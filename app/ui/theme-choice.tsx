import { useEffect, useRef } from "react";

import { THEME_STORAGE_KEY } from "./first-starter.ts";

const THEMES = { system: "System", light: "Light", dark: "Dark" } as const;

/**
 * System, Light or Dark, kept in the browser's own storage. The page's style sheet hides it where script is off,
 * because nothing would remember the choice.
 */
export function ThemeChoice() {
  const select = useRef<HTMLSelectElement>(null);

  useEffect(() => {
    const element = select.current;
    if (element === null) return;
    // The page is interactive late: a choice made before now is already in the box.
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
    // Storage can be forbidden or full: then the choice lasts for this page.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** What the starter script in the head found and set. */
function storedTheme(): string {
  return document.documentElement.getAttribute("data-theme") ?? "system";
}
