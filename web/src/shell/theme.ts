/** Light, dark, or the system's theme. Stored in this browser only; public/apply-theme.js reads it first. */
import { useState } from "react";

export type Theme = "system" | "light" | "dark";

const name = "priorart-theme";

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function keepTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(name);
    else localStorage.setItem(name, theme);
  } catch {
    // Storage can be disabled: the choice then lasts until the page is left.
  }
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme);
  return [
    theme,
    (chosen) => {
      keepTheme(chosen);
      setTheme(chosen);
    },
  ];
}
