import { isPriorArtError } from "@prior-art/client";
import { useState } from "react";
import type { SourceRecord } from "../../../../src/contract/records/source-record.ts";
import { useChange } from "../../api/use-operation.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { useToast } from "../../ui/toast.tsx";
import {
  type ConnectorField,
  connectorFields,
  connectorOf,
  messagesByField,
  type RemoteKind,
  type Values,
  valuesOf,
} from "./connector-form.ts";
import { connectorNames, kindNames, originOf, type Source } from "./words.ts";

const { folder: _, ...remoteNames } = connectorNames;
const connectorChoices = [
  { value: "none" as const, label: "Nowhere: its documents are imported" },
  ...Object.entries(remoteNames).map(([value, label]) => ({ value: value as RemoteKind, label })),
];
const kindChoices = Object.entries(kindNames).map(([value, label]) => ({
  value: value as SourceRecord["kind"],
  label,
}));

const ownFields = ["key", "label", "url", "licenceNote", "refresh"];

/** Adds a source, or changes the one that is given. */
export function SourceForm({ source, onClose }: { source: Source | null; onClose(): void }) {
  const toast = useToast();
  const [own, setOwn] = useState<Values>({
    key: source?.key ?? "",
    label: source?.label ?? "",
    url: source?.url ?? "",
    licenceNote: source?.licenceNote ?? "",
    refresh: source?.refresh ?? "",
  });
  const [kind, setKind] = useState((source?.kind ?? "other") as SourceRecord["kind"]);
  const [isExcerpt, setExcerpt] = useState(source?.access === "excerpt");
  const [areSummaries, setSummaries] = useState(source?.machineSummaries === true);
  const [from, setFrom] = useState<RemoteKind | "none">(
    source === null ? "git" : ((source.connector?.kind as RemoteKind | undefined) ?? "none"),
  );
  const [values, setValues] = useState<Values>(valuesOf(source?.connector ?? null));
  const isLocal = source?.isLocal === true;
  const done = {
    changes: ["listSources", "getSource"] as const,
    onDone: ({ label }: Source) => {
      toast(`${label} is saved`);
      onClose();
    },
  };
  const add = useChange("addSource", done);
  const change = useChange("changeSource", done);
  const sending = source === null ? add : change;
  const fields = isLocal || from === "none" ? [] : connectorFields[from];
  const messages = isPriorArtError(sending.error)
    ? messagesByField(sending.error.message, [...ownFields, ...fields.map(({ name }) => `connector.${name}`)])
    : new Map<string, string>();
  const submit = () => {
    const given = {
      key: own.key!,
      label: own.label!,
      kind,
      access: isExcerpt ? ("excerpt" as const) : ("open" as const),
      licenceNote: own.licenceNote || undefined,
      machineSummaries: areSummaries,
      url: own.url || null,
      refresh: own.refresh || null,
      ...(!isLocal && { connector: from === "none" ? null : connectorOf(from, values) }),
    };
    if (source === null) add.mutate(given);
    else change.mutate(given);
  };
  const ownField = (name: string) => ({
    value: own[name] ?? "",
    error: messages.get(name),
    onChange: (event: { target: { value: string } }) => setOwn({ ...own, [name]: event.target.value }),
  });
  const isShownAtFields = messages.size > 0 && !messages.has("");
  return (
    <FormDialog
      title={source === null ? "Add a source" : `Change ${source.label}`}
      action={source === null ? "Add the source" : "Save"}
      change={{ error: isShownAtFields ? null : sending.error, isPending: sending.isPending }}
      onSubmit={submit}
      onClose={onClose}
    >
      {source === null && (
        <Field
          label="Key"
          required
          className="font-mono"
          hint="Lower-case letters, digits and hyphens. To change it later: priorart rename source."
          {...ownField("key")}
        />
      )}
      <Field label="Label" required {...ownField("label")} />
      <Select label="Kind" choices={kindChoices} value={kind} onChange={(chosen) => setKind(chosen)} />
      {isLocal ? (
        <p className="text-sm text-muted">
          Read from <span className="font-mono wrap-anywhere">{originOf(source)}</span>. Files of the
          service's machine are its operator's to open: change this on that machine, with{" "}
          <span className="font-mono">priorart import sources</span>.
        </p>
      ) : (
        <Select
          label="Read from"
          choices={connectorChoices}
          value={from}
          onChange={(chosen) => setFrom(chosen)}
        />
      )}
      {fields.map((field) => (
        <Input
          key={`${from} ${field.name}`}
          field={field}
          value={values[field.name] ?? ""}
          error={messages.get(`connector.${field.name}`)}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {(isLocal || from !== "none") && (
        <Field
          label="Read every"
          placeholder="daily"
          hint="never, hourly, daily, weekly, an interval such as 6h, or a cron expression in UTC."
          {...ownField("refresh")}
        />
      )}
      <Field
        label="Address for people"
        type="url"
        hint="Where people read the source; nothing is fetched from it."
        {...ownField("url")}
      />
      <TextField label="License note" maxLength={1000} {...ownField("licenceNote")} />
      <Checkbox
        label="Excerpts only"
        hint="Of each document, at most 1,000 characters can be read."
        checked={isExcerpt}
        onChange={(event) => setExcerpt(event.target.checked)}
      />
      <Checkbox
        label="Machine-written summaries"
        hint="Its documents are labelled as such, and never shown as their authors' words."
        checked={areSummaries}
        onChange={(event) => setSummaries(event.target.checked)}
      />
    </FormDialog>
  );
}

interface InputProps {
  field: ConnectorField;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

function Input({ field: { label, hint, type, required }, value, error, onChange }: InputProps) {
  const common = { label, hint, required, error, value };
  if (type === "lines")
    return <TextField {...common} className="font-mono" onChange={(event) => onChange(event.target.value)} />;
  return (
    <Field
      {...common}
      type={type}
      {...(type === "number" && { min: 0, step: "any" })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
