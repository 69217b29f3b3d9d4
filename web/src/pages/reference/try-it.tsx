import { unreachable } from "@prior-art/client/transport";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Segments } from "../../ui/segments.tsx";
import type { OperationEntry } from "./openapi-document.ts";
import { targetOf } from "./request-target.ts";
import { type TriedResponse, tryRequest } from "./try-request.ts";
import { useExampleValues } from "./use-example-values.ts";

/** Who asks: shared by all operations, so that a token is pasted once. It is forgotten when the page is left. */
export interface Credentials {
  isSignedIn: boolean;
  by: "session" | "token";
  token: string;
  change(change: { by?: "session" | "token"; token?: string }): void;
}

/** A form that sends the operation's request. */
export function TryIt({ operation, credentials }: { operation: OperationEntry; credentials: Credentials }) {
  const inPath = operation.parameters.filter((one) => one.in === "path").map(({ name }) => name);
  const examples = useExampleValues(inPath, credentials.isSignedIn);
  const [given, setGiven] = useState<Record<string, string>>({});
  const [body, setBody] = useState(operation.body ? JSON.stringify(operation.body.example, null, 2) : "");
  const values = { ...examples, ...given };
  const answer = useMutation({
    mutationFn: () =>
      tryRequest({
        method: operation.method,
        target: targetOf(operation, values),
        body: operation.body ? body : null,
        token: credentials.by === "token" ? credentials.token.trim() : null,
      }).catch((error: unknown) => {
        throw unreachable(error);
      }),
  });
  const bodyFault = operation.body ? jsonFault(body) : null;
  const needsToken = credentials.by === "token" && credentials.token.trim() === "";
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (bodyFault === null && !needsToken) answer.mutate();
  };
  return (
    <form onSubmit={send} className="space-y-4">
      <WhoAsks credentials={credentials} />
      {operation.parameters
        .filter((one) => one.in !== "header")
        .map(({ name, in: place, required, schema }) => (
          <Field
            key={name}
            label={<span className="font-mono">{name}</span>}
            hint={place === "path" ? "in the path" : "in the query string; empty: left out"}
            required={required}
            placeholder={schema.default === undefined ? undefined : String(schema.default)}
            value={values[name] ?? ""}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
          />
        ))}
      {operation.body && (
        <TextField
          label="Body (JSON)"
          error={bodyFault}
          rows={Math.min(16, body.split("\n").length + 1)}
          className="font-mono"
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      )}
      <Button
        type="submit"
        kind="primary"
        busy={answer.isPending}
        disabled={bodyFault !== null || needsToken}
      >
        Send the request
      </Button>
      {answer.isError && <Problem error={answer.error} />}
      {answer.data && <Answer to={operation.summary} response={answer.data} />}
    </form>
  );
}

function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `This is not JSON yet: ${(error as Error).message}`;
  }
}

function WhoAsks({ credentials: { isSignedIn, by, token, change } }: { credentials: Credentials }) {
  return (
    <div className="space-y-3">
      {isSignedIn && (
        <Segments
          label="Who asks"
          choices={[
            { value: "session", label: "As you" },
            { value: "token", label: "With a token" },
          ]}
          value={by}
          onChange={(chosen) => change({ by: chosen })}
        />
      )}
      {by === "token" && (
        <Field
          label="Token"
          type="password"
          hint="It is sent to this service only, and forgotten when you leave the page."
          autoComplete="off"
          value={token}
          onChange={(event) => change({ token: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

const toneOf = (status: number): Tone => (status < 400 ? "success" : status < 500 ? "warning" : "danger");

function Answer({ to, response }: { to: string; response: TriedResponse }) {
  const { status, milliseconds, headers, text, isCut } = response;
  return (
    <section aria-label={`Response: ${to}`} className="space-y-2">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={toneOf(status)}>{status}</Badge>
        <span className="text-muted tabular-nums">{milliseconds} ms</span>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 font-mono text-xs text-muted">
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section
        aria-label={`Body of the response: ${to}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg bg-sunken p-4"
      >
        <pre className="font-mono text-xs whitespace-pre-wrap">{text}</pre>
      </section>
      {isCut && <p className="text-sm text-muted">Only its beginning is shown.</p>}
    </section>
  );
}
