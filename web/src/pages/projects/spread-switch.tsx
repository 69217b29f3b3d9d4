import { useId } from "react";

interface SpreadSwitchProps {
  isOn: boolean;
  onChange(on: boolean): void;
}

/** The API's `diversify`. */
export function SpreadSwitch({ isOn, onChange }: SpreadSwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2 text-sm max-sm:min-h-11">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      <label htmlFor={id} title="Fewer projects of the same hackathon, track or cluster">
        Spread over events and clusters
      </label>
    </span>
  );
}
