import { isPriorArtError } from "@prior-art/client";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

/** The message shown to the user for an error. */
export function describeProblem(error: unknown): string {
  if (!isPriorArtError(error)) return "Something went wrong on this page; reload it and try again.";
  const wait = error.retryAfter;
  const when = error.status === 429 && wait !== null ? ` Try again in ${spell(wait)}.` : "";
  const trace = error.requestId ? ` (request ${error.requestId})` : "";
  return `${error.message}${/[.!?]$/.test(error.message) ? "" : "."}${when}${trace}`;
}

function spell(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Shows an error next to its cause; renders nothing without one. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null;
  const action = retry && (
    <Button onClick={retry} kind="secondary">
      Try again
    </Button>
  );
  return (
    <Banner tone="danger" action={action}>
      {describeProblem(error)}
    </Banner>
  );
}
