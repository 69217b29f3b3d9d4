import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

export const inputLook = classes(
  "block w-full rounded-lg border border-edge bg-surface px-3 py-1.5 min-h-9 text-base text-text",
  "placeholder:text-muted max-sm:min-h-11 max-sm:text-[1rem]",
  "aria-invalid:border-danger",
);

interface FrameProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
}

interface Wiring {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** Label above, hint or error below, connected by ARIA attributes. */
export function Labelled({
  label,
  hint,
  error,
  children,
}: FrameProps & { children(wiring: Wiring): ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": note ? noteId : undefined,
      })}
      {note && (
        <p id={noteId} className={classes("mt-1 text-sm", error ? "text-danger-text" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Field({ label, hint, error, className, ...rest }: FrameProps & ComponentProps<"input">) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(wiring) => <input {...rest} {...wiring} className={classes(inputLook, className)} />}
    </Labelled>
  );
}

export function TextField({
  label,
  hint,
  error,
  className,
  ...rest
}: FrameProps & ComponentProps<"textarea">) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(wiring) => (
        <textarea rows={3} {...rest} {...wiring} className={classes(inputLook, "py-2", className)} />
      )}
    </Labelled>
  );
}
