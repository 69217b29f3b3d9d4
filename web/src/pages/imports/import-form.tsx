import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../../api/client.ts";
import { useAnswer, useChange } from "../../api/use-operation.ts";
import { formatBytes } from "../../operate/bytes.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatInstant } from "../../ui/days.ts";
import { Field, TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import {
  type ImportKind,
  type ImportState,
  importKinds,
  kindNames,
  likelyKind,
  mapBeginnings,
} from "./kinds.ts";
import { Preview } from "./preview.tsx";

/** Keys pressed within so many milliseconds make one preview. */
const PAUSE_MS = 400;
/** A slow map may take half a minute. */
const TIMEOUT_MS = 45_000;

/** The kind of the uploaded file, the map it is read through, and the result for its first records. */
export function ImportForm({ upload }: { upload: NonNullable<ImportState["upload"]> }) {
  const [kind, setKind] = useState<ImportKind>(() => likelyKind(upload.name));
  const [source, setSource] = useState("");
  const [map, setMap] = useState<string | null>(null);
  const request = {
    kind,
    ...(map !== null && { map }),
    ...(kind === "archive" && source.trim() !== "" && { source: source.trim() }),
  };
  const asked = useSettled(request);
  const preview = useQuery({
    queryKey: ["previewImport", upload.id, asked],
    queryFn: ({ signal }) => client.call("previewImport", asked, { signal, timeout: TIMEOUT_MS }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const start = useChange("startImport", { changes: ["getImport", "getSystem"] });
  const discard = useChange("discardUpload", { changes: ["getImport"] });
  const isUnusable =
    preview.data === undefined || preview.data.failure !== null || preview.data.checked === 0;
  return (
    <Card
      title={<span className="wrap-anywhere">{upload.name}</span>}
      aside={
        <span className="flex gap-2">
          <Button busy={discard.isPending} onClick={() => discard.mutate({})}>
            Discard
          </Button>
          <Button
            kind="primary"
            busy={start.isPending}
            disabled={isUnusable}
            onClick={() => start.mutate(request)}
          >
            Import
          </Button>
        </span>
      }
    >
      <p className="-mt-2 mb-4 text-sm wrap-anywhere text-muted">
        {formatBytes(upload.bytes)}, uploaded by {upload.uploadedBy}, {formatInstant(upload.startedAt)}
      </p>
      <div className="space-y-4">
        <Problem error={start.error ?? discard.error} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="The file holds"
            choices={importKinds.map((value) => ({ value, label: kindNames[value] }))}
            value={kind}
            onChange={(value) => {
              setKind(value);
              setMap(null);
            }}
          />
          <MapChoice kind={kind} map={map} onChange={setMap} />
        </div>
        {kind === "archive" && (
          <Field
            label="Source of documents that name none"
            hint="Its key, such as founder-letters; a Markdown file needs one."
            value={source}
            maxLength={100}
            onChange={({ target }) => setSource(target.value)}
          />
        )}
        {map !== null && (
          <TextField
            label="Map"
            hint="A JSONata expression that makes a record of each one in the file; the preview follows."
            className="font-mono text-sm"
            rows={Math.min(24, Math.max(8, map.split("\n").length + 1))}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            maxLength={50_000}
            value={map}
            onChange={({ target }) => setMap(target.value)}
          />
        )}
        <h3 className="font-semibold">Preview</h3>
        <Problem error={preview.error} retry={() => void preview.refetch()} />
        {preview.isPending && <Skeleton lines={6} />}
        {preview.data && (
          <Preview
            preview={preview.data}
            isOld={preview.isPlaceholderData || JSON.stringify(asked) !== JSON.stringify(request)}
            hasMap={map !== null}
          />
        )}
      </div>
    </Card>
  );
}

const NONE = "none";
const OWN = "own";

interface MapChoiceProps {
  kind: ImportKind;
  /** Null: records are as documented. */
  map: string | null;
  onChange(map: string | null): void;
}

function MapChoice({ kind, map, onChange }: MapChoiceProps) {
  const answer = useAnswer("listImportMaps", {});
  const shipped = answer.data?.maps.filter((one) => one.kind === kind) ?? [];
  const chosen = map === null ? NONE : (shipped.find(({ text }) => text === map)?.name ?? OWN);
  return (
    <Select
      label="Map"
      hint={shipped.find(({ name }) => name === chosen)?.about}
      choices={[
        { value: NONE, label: "None: records are as documented" },
        ...shipped.map(({ name }) => ({ value: name, label: `${name}.jsonata` })),
        { value: OWN, label: "My own" },
      ]}
      value={chosen}
      onChange={(name) => {
        if (name === NONE) onChange(null);
        else onChange(shipped.find((one) => one.name === name)?.text ?? map ?? mapBeginnings[kind]);
      }}
    />
  );
}

/** The value, once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
