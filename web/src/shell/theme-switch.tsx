import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { type Theme, useTheme } from "./theme.ts";

const choices: readonly { theme: Theme; icon: LucideIcon; label: string }[] = [
  { theme: "system", icon: Monitor, label: "System" },
  { theme: "light", icon: Sun, label: "Light" },
  { theme: "dark", icon: Moon, label: "Dark" },
];

export function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  const group = useId();
  return (
    <fieldset className="inline-flex rounded-lg border border-line p-0.5">
      <legend className="sr-only">Theme</legend>
      {choices.map((choice) => (
        <label
          key={choice.theme}
          title={choice.label}
          className="rounded-md p-1.5 text-muted has-checked:bg-hover has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={theme === choice.theme}
            onChange={() => setTheme(choice.theme)}
          />
          <choice.icon className="size-4" aria-hidden="true" />
          <span className="sr-only">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
