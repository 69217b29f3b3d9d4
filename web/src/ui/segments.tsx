import { useId } from "react";

interface SegmentsProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange(value: Value): void;
}

/** A segmented control: a few options, one selected. */
export function Segments<Value extends string>({ label, choices, value, onChange }: SegmentsProps<Value>) {
  const group = useId();
  return (
    <fieldset className="inline-flex max-w-full flex-wrap gap-0.5 rounded-lg border border-line bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="inline-flex min-h-8 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-muted hover:text-text has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-(--focus) max-sm:min-h-10"
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
