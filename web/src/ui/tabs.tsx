import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { classes } from "./classes.ts";

interface TabsProps {
  label: string;
  tabs: readonly { name: string; content: ReactNode }[];
}

/** Tabs, selected by click or with the arrow keys. */
export function Tabs({ label, tabs }: TabsProps) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + tabs.length) % tabs.length;
    setChosen(next);
    buttons.current[next]?.focus();
  };
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="mb-3 flex gap-1 border-b border-line"
      >
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
            className={classes(
              "-mb-px border-b-2 px-3 py-2 text-sm font-medium",
              index === chosen ? "border-accent text-text" : "border-transparent text-muted hover:text-text",
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
        {tabs[chosen]?.content}
      </div>
    </div>
  );
}
