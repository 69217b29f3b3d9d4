import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  code: string;
  label: string;
  /** Told apart from other blocks of the page by this; by default the label. */
  name?: string;
}

/** A block of code, ready to paste. Long lines scroll. */
export function CodeBlock({ code, label, name = label }: CodeBlockProps) {
  return (
    <>
      <section
        aria-label={name}
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
