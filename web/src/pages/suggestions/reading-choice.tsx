import { useAnswer } from "../../api/use-operation.ts";
import { Select } from "../../ui/select.tsx";
import { type Connector, describeConnector } from "./describe-connector.ts";

export interface Reading {
  /** Null: documents are imported. */
  connector: Connector | null;
  refresh: string;
}

interface ReadingChoiceProps {
  url: string;
  reading: Reading;
  onChange(reading: Reading): void;
}

const imports = "imports";
const intervals = [
  { value: "hourly", label: "Every hour" },
  { value: "6h", label: "Every 6 hours" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week" },
  { value: "never", label: "Only on request" },
];

/** How the documents of a suggested source get into the archive. */
export function ReadingChoice({ url, reading, onChange }: ReadingChoiceProps) {
  const { data, error, isPending } = useAnswer("proposeConnectors", { url });
  const proposals = data?.proposals ?? [];
  const choices = [
    ...proposals.map(({ connector }, i) => ({ value: String(i), label: describeConnector(connector) })),
    { value: imports, label: "By imports only" },
  ];
  const chosen = proposals.findIndex(({ connector }) => connector === reading.connector);
  const problem = error ? error.message : (data?.failure ?? null);
  return (
    <>
      <Select
        label="Read its documents from"
        choices={choices}
        value={chosen < 0 ? imports : String(chosen)}
        disabled={isPending}
        hint={
          isPending
            ? "Looking at the address …"
            : problem !== null
              ? `No way to read it was found: ${problem}.`
              : chosen >= 0
                ? `Proposed because ${proposals[chosen]!.why}.`
                : "Nothing is read; documents are imported under its key."
        }
        onChange={(value) =>
          onChange({ ...reading, connector: value === imports ? null : proposals[Number(value)]!.connector })
        }
      />
      {reading.connector && (
        <Select
          label="How often"
          choices={intervals}
          value={reading.refresh}
          onChange={(refresh) => onChange({ ...reading, refresh })}
        />
      )}
    </>
  );
}
