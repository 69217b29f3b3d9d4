import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { inputLook } from "./field.tsx";

interface SearchBoxProps {
  label: string;
  value: string;
  maxLength: number;
  onChange(value: string): void;
}

const pauseMilliseconds = 250;

/** Reports the input after a short pause, so that not every keystroke sends a request. */
export function SearchBox({ label, value, maxLength, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        data-search=""
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={maxLength}
        onChange={(event) => setTyped(event.target.value)}
        className={`${inputLook} pl-9`}
      />
    </div>
  );
}
