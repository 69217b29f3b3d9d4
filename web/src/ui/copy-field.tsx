import { CopyButton } from "./copy-button.tsx";
import { inputLook } from "./field.tsx";

/** A value to copy, such as a link: the button copies it, a click selects it. */
export function CopyField({ label, value, copyLabel }: { label: string; value: string; copyLabel?: string }) {
  return (
    <div className="flex flex-wrap items-stretch gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        spellCheck={false}
        className={`${inputLook} min-w-0 flex-1 basis-56 font-mono text-sm`}
      />
      <CopyButton text={value} label={copyLabel} kind="primary" />
    </div>
  );
}
