import { type ReactNode, useState } from "react";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { rulesOf, typeOf } from "./describe-schema.ts";
import type { OperationEntry, Parameter, Resolve, ResponseEntry } from "./openapi-document.ts";
import { curlCode, javascriptCode, pythonCode } from "./request-code.ts";
import { exampleValues, targetOf } from "./request-target.ts";
import { SchemaTree } from "./schema-tree.tsx";
import { type Credentials, TryIt } from "./try-it.tsx";

interface SectionProps {
  operation: OperationEntry;
  resolve: Resolve;
  credentials: Credentials;
}

/** One operation: what it takes and returns, and a request to copy or to try. */
export function OperationSection({ operation, resolve, credentials }: SectionProps) {
  const { id, method, path, summary, description, parameters, body, responses } = operation;
  return (
    <section
      aria-labelledby={id}
      className="border-t border-line py-6 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:gap-8"
    >
      <div className="min-w-0 space-y-5">
        <div className="space-y-2">
          {/* Links such as /docs#searchProjects lead here. */}
          <h3
            id={id}
            tabIndex={-1}
            className="scroll-mt-20 text-lg font-semibold outline-none lg:scroll-mt-6"
          >
            <a href={`#${id}`} className="hover:underline">
              {summary}
            </a>
          </h3>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={method === "GET" ? "neutral" : "accent"}>{method}</Badge>
            <code className="font-mono text-sm">/api/v1{path}</code>
          </p>
          {description.map((paragraph) => (
            <p key={paragraph} className="max-w-prose text-sm text-muted">
              <Marked text={paragraph} />
            </p>
          ))}
        </div>
        {parameters.length > 0 && (
          <Part title="Parameters">
            <ul className="divide-y divide-line">
              {parameters.map((parameter) => (
                <ParameterLine key={parameter.name} parameter={parameter} resolve={resolve} />
              ))}
            </ul>
          </Part>
        )}
        {body?.schema && (
          <Part title="Request body">
            <SchemaTree schema={body.schema} resolve={resolve} />
          </Part>
        )}
        <Part title="Responses">
          <ul className="divide-y divide-line">
            {responses.map((response) => (
              <ResponseLine key={response.status} response={response} resolve={resolve} />
            ))}
          </ul>
        </Part>
      </div>
      <div className="mt-5 min-w-0 space-y-4 xl:mt-0">
        <Samples operation={operation} />
        <Trial operation={operation} credentials={credentials} />
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="text-xs font-medium text-muted">{title}</h4>
      {children}
    </div>
  );
}

/** Words between backquotes are code. */
function Marked({ text }: { text: string }) {
  return text.split("`").map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <code key={at} className="font-mono text-xs">
        {part}
      </code>
    ),
  );
}

function ParameterLine({ parameter, resolve }: { parameter: Parameter; resolve: Resolve }) {
  const { name, in: place, required, description, schema } = parameter;
  const rules = rulesOf(schema, resolve);
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="font-mono text-sm font-medium">{name}</span>
        <span className="font-mono text-xs text-muted">{typeOf(schema, resolve)}</span>
        <span className="text-xs text-muted">in the {place === "query" ? "query string" : place}</span>
        {required && <span className="text-xs font-medium text-warning-text">required</span>}
      </p>
      {description && <p className="text-sm text-muted">{description}</p>}
      {rules.length > 0 && <p className="text-xs text-muted">{rules.join(" · ")}</p>}
    </li>
  );
}

const toneOf = (status: string): Tone =>
  status < "300" ? "success" : status < "400" ? "neutral" : status < "500" ? "warning" : "danger";

/** The shape of errors is described once, above. */
function ResponseLine({ response, resolve }: { response: ResponseEntry; resolve: Resolve }) {
  const { status, description, bodies } = response;
  return (
    <li className="py-2">
      <p className="flex items-baseline gap-2 text-sm">
        <span className="shrink-0">
          <Badge tone={toneOf(status)}>{status}</Badge>
        </span>
        <span className="min-w-0 text-muted">
          <Marked text={description} />
        </span>
      </p>
      {status < "300" && bodies.map((body) => <Body key={body.type} body={body} resolve={resolve} />)}
    </li>
  );
}

function Body({
  body: { type, schema },
  resolve,
}: {
  body: ResponseEntry["bodies"][number];
  resolve: Resolve;
}) {
  const [open, setOpen] = useState(false);
  if (schema === null) return <p className="mt-1 font-mono text-xs text-muted">{type}</p>;
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-md text-sm font-medium text-accent-text">Its fields</summary>
      <p className="mt-1 font-mono text-xs text-muted">{type}</p>
      {open && <SchemaTree schema={schema} resolve={resolve} />}
    </details>
  );
}

function Samples({ operation }: { operation: OperationEntry }) {
  const request = {
    method: operation.method,
    url: `${location.origin}/api/v1${targetOf(operation, exampleValues)}`,
    body: operation.body ? JSON.stringify(operation.body.example) : null,
  };
  const tab = (name: string, code: string) => ({
    name,
    content: <CodeBlock code={code} label={name} name={`${name}: ${operation.summary}`} />,
  });
  return (
    <Tabs
      label={`Samples of ${operation.id}`}
      tabs={[
        tab("curl", curlCode(request)),
        tab("JavaScript", javascriptCode(request)),
        tab("Python", pythonCode(request)),
      ]}
    />
  );
}

function Trial({ operation, credentials }: { operation: OperationEntry; credentials: Credentials }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="rounded-xl border border-line bg-surface p-4"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="rounded-md font-medium">
        Try it<span className="sr-only">: {operation.summary}</span>
      </summary>
      {open && (
        <div className="mt-4">
          <TryIt operation={operation} credentials={credentials} />
        </div>
      )}
    </details>
  );
}
