import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { inputLook } from "../../ui/field.tsx";
import { lengthOf, longestIdea } from "./state.ts";

const examples = [
  "Escrow for freelancers, paid in stablecoins when both sides agree",
  "A wallet for families, with allowances and spending limits for children",
  "Prediction markets for local weather, settled by sensors",
];

/** Where an idea is written. A text that is too long is kept and refused with words, not cut. */
export function IdeaForm({ idea, busy, onExample }: { idea: string; busy: boolean; onExample(): void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(idea);
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  useEffect(() => setTyped(idea), [idea]);

  const length = lengthOf(typed);
  const over = length - longestIdea;
  const tooLong = over > 0 ? `${length} of at most ${longestIdea} characters: shorten it by ${over}.` : null;
  const problem = tooLong ?? refused;
  const check = (text: string) => {
    if (lengthOf(text) === 0) return setRefused("Write what you want to build, in a sentence or two.");
    if (lengthOf(text) > longestIdea) return;
    void navigate({ to: "/check", search: { idea: text.trim() } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(typed);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    check(typed);
  };

  return (
    <form onSubmit={submit} className="print:hidden">
      <label htmlFor={id} className="sr-only">
        Your idea
      </label>
      <div
        className={classes(
          "rounded-xl border bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)",
          problem === null ? "border-edge" : "border-danger",
        )}
      >
        <textarea
          id={id}
          data-search=""
          rows={2}
          value={typed}
          placeholder="Describe what you want to build, in a sentence or two"
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefused(null);
          }}
          onKeyDown={press}
          className={classes(
            inputLook,
            "field-sizing-content resize-none border-transparent bg-transparent px-4 pt-3 outline-none",
            // The frame around it shows what is wrong.
            "aria-invalid:border-transparent",
            // Once it is asked, the answer stands above the fold.
            idea === "" ? "min-h-24" : "min-h-0",
          )}
        />
        <div className="flex items-center justify-between gap-4 px-4 pb-3">
          <p
            id={`${id}-note`}
            role={problem === null ? undefined : "alert"}
            className={classes("text-sm tabular-nums", problem === null ? "text-muted" : "text-danger-text")}
          >
            {problem ?? `${length} of ${longestIdea}`}
          </p>
          <Button type="submit" kind="primary" busy={busy}>
            Check the idea
          </Button>
        </div>
      </div>
      {idea === "" && (
        <div className="mt-6">
          <h2 className="text-sm font-medium text-muted">For example</h2>
          <ul className="mt-2 space-y-1">
            {examples.map((example) => (
              <li key={example}>
                <button
                  type="button"
                  onClick={() => {
                    onExample();
                    check(example);
                  }}
                  className="-mx-2 rounded-md px-2 py-1 text-left text-accent-text hover:bg-hover max-sm:py-2"
                >
                  {example}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
