import { ArrowRight, Search, X } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { longestQuery } from "./project-search.ts";

interface QueryFormProps {
  label: string;
  placeholder: string;
  /** The text of the address; a change of it replaces what was typed. */
  value: string;
  button?: ReactNode;
  large?: boolean;
  autoFocus?: boolean;
  /** Another use of the same text. */
  other?: { name: string; onSearch(query: string): void };
  onSearch(query: string): void;
}

export const isTooLong = (query: string): boolean => [...query.trim()].length > longestQuery;

/** A search of at most 500 characters, sent with Enter; the counter appears near the limit. */
export function QueryForm(props: QueryFormProps) {
  const { label, placeholder, value, button = "Search", large = false, autoFocus, other, onSearch } = props;
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const count = [...typed.trim()].length;
  const tooLong = count > longestQuery;
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!tooLong) onSearch(typed.trim());
        }}
      >
        <div
          className={classes(
            "flex items-center gap-2 rounded-xl border bg-surface pr-1.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-(--focus)",
            large ? "pl-4" : "pl-3.5",
            tooLong ? "border-danger" : "border-edge",
          )}
        >
          <Search className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <input
            ref={input}
            type="search"
            data-search=""
            aria-label={label}
            placeholder={placeholder}
            value={typed}
            enterKeyHint="search"
            // biome-ignore lint/a11y/noAutofocus: only on a page whose purpose it is
            autoFocus={autoFocus}
            aria-invalid={tooLong || undefined}
            aria-describedby={count > longestQuery - 50 ? noteId : undefined}
            onChange={(event) => setTyped(event.target.value)}
            className={classes(
              "min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden",
              large ? "min-h-13 text-lg max-sm:text-base" : "min-h-11 text-base",
            )}
          />
          {typed !== "" && (
            <button
              type="button"
              aria-label="Clear the search"
              onClick={() => {
                setTyped("");
                input.current?.focus();
                if (value !== "") onSearch("");
              }}
              className="rounded-md p-1.5 text-muted hover:bg-hover hover:text-text max-sm:p-2.5"
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          )}
          {other && (
            <Button
              kind="quiet"
              className="max-sm:hidden"
              disabled={tooLong}
              onClick={() => other.onSearch(typed.trim())}
            >
              {other.name}
            </Button>
          )}
          <Button type="submit" kind="primary" className="max-sm:hidden">
            {button}
          </Button>
          {!other && (
            <button
              type="submit"
              aria-label="Search"
              className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent text-on-accent sm:hidden"
            >
              <ArrowRight className="size-4" aria-hidden="true" />
            </button>
          )}
        </div>
        {other && (
          <div className="mt-2.5 grid grid-cols-2 gap-2 sm:hidden">
            <Button type="submit" kind="primary">
              {button}
            </Button>
            <Button disabled={tooLong} onClick={() => other.onSearch(typed.trim())}>
              {other.name}
            </Button>
          </div>
        )}
        {count > longestQuery - 50 && (
          <p
            id={noteId}
            role={tooLong ? "alert" : undefined}
            className={classes("mt-1.5 text-sm", tooLong ? "text-danger-text" : "text-muted")}
          >
            {tooLong
              ? `At most ${longestQuery} characters; these are ${count.toLocaleString("en")}. Shorten the text to search.`
              : `${count} of ${longestQuery} characters`}
          </p>
        )}
      </form>
    </search>
  );
}
