import { CopyButton } from "./copy-button.tsx";

/** A block of code, ready to paste. Long lines scroll. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-sunken p-4"
      >
        <pre className="font-mono text-sm">{code}</pre>
      </section>
      <div className="mt-2 flex justify-end">
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
    </>
  );
}
