import { useState } from "react";
import { type Child, childrenOf, rulesOf, typeOf } from "./describe-schema.ts";
import type { Resolve, Schema } from "./openapi-document.ts";

interface TreeProps {
  schema: Schema;
  resolve: Resolve;
}

/** The fields of a schema; those of nested objects are opened on demand. */
export function SchemaTree({ schema, resolve }: TreeProps) {
  const children = childrenOf(schema, resolve);
  if (children.length === 0)
    return (
      <p className="text-sm text-muted">
        <span className="font-mono text-xs">{typeOf(schema, resolve)}</span>
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {children.map((child) => (
        <Field key={child.name} child={child} resolve={resolve} />
      ))}
    </ul>
  );
}

function Field({ child: { name, required, schema }, resolve }: { child: Child; resolve: Resolve }) {
  const rules = rulesOf(schema, resolve);
  const { description } = resolve(schema);
  const nested = childrenOf(schema, resolve);
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="font-mono text-sm font-medium">{name}</span>
        <span className="font-mono text-xs text-muted">{typeOf(schema, resolve)}</span>
        {required && <span className="text-xs font-medium text-warning-text">required</span>}
      </p>
      {description && <p className="text-sm text-muted">{description}</p>}
      {rules.length > 0 && <p className="text-xs text-muted">{rules.join(" · ")}</p>}
      {nested.length > 0 && <Nested name={name} count={nested.length} schema={schema} resolve={resolve} />}
    </li>
  );
}

function Nested({ name, count, schema, resolve }: TreeProps & { name: string; count: number }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-md text-xs font-medium text-accent-text">
        {count === 1 ? "1 field" : `${count} fields`} <span className="sr-only">of {name}</span>
      </summary>
      {open && (
        <div className="mt-1 ml-1 border-l border-line pl-4">
          <SchemaTree schema={schema} resolve={resolve} />
        </div>
      )}
    </details>
  );
}
