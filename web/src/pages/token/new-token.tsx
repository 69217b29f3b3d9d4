import { CopyField } from "../../ui/copy-field.tsx";
import { FirstAnswer } from "./first-answer.tsx";

/** Shows the new token, once. */
export function NewToken({ secret }: { secret: string }) {
  return (
    <section
      aria-labelledby="new-token"
      className="rounded-xl border-2 border-accent bg-surface p-5 max-sm:p-4"
    >
      <h2 id="new-token" className="text-lg font-semibold">
        Copy your new token now
      </h2>
      <p className="mt-1 mb-3 text-muted">It is not shown again: the service stores only a digest of it.</p>
      <CopyField label="Your new token" value={secret} copyLabel="Copy token" />
      <FirstAnswer secret={secret} />
    </section>
  );
}
