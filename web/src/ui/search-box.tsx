import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { inputLook } from "./field.tsx";

interface SearchBoxProps {
  label: string;
  value: string;
  maxLength: number;
  onChange(value: string): void;
}

const pauseMilliseconds = 250;

/**
 * Reports the input after a short pause, so that not every keystroke sends a request. Follows `value` when something
 * else changes it; a reported text may arrive after further letters were typed, which are kept.
 */
export function SearchBox({ label, value, maxLength, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  /** Texts that have not come back as `value`, the oldest first. */
  const reported = useRef<string[]>([]);
  useEffect(() => {
    const at = reported.current.indexOf(value);
    if (at < 0) setTyped(value);
    reported.current = at < 0 ? [] : reported.current.slice(at + 1);
  }, [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => {
      if (reported.current.at(-1) !== typed) reported.current.push(typed);
      onChange(typed);
    }, pauseMilliseconds);
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
