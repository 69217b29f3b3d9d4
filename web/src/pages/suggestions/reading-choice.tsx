import { useAnswer } from "../../api/use-operation.ts";
import { Select } from "../../ui/select.tsx";
import { type Connector, describeConnector } from "./describe-connector.ts";

export interface Reading {
  /** Null: documents are imported; undefined: the first proposal, when there is one. */
  chosen?: Connector | null;
  refresh: string;
}

/** What the service proposes for an address, and what is chosen of it. */
export function useReading(url: string, { chosen }: Reading) {
  const { data, error, isPending } = useAnswer("proposeConnectors", { url });
  const proposals = data?.proposals ?? [];
  const connector = chosen === undefined ? (proposals[0]?.connector ?? null) : chosen;
  const problem = error ? error.message : (data?.failure ?? null);
  return { proposals, connector, problem, isPending };
}

interface ReadingChoiceProps {
  found: ReturnType<typeof useReading>;
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
export function ReadingChoice({ found, reading, onChange }: ReadingChoiceProps) {
  const { proposals, problem, isPending } = found;
  const choices = [
    ...proposals.map(({ connector }, i) => ({ value: String(i), label: describeConnector(connector) })),
    { value: imports, label: "By imports only" },
  ];
  const chosen = proposals.findIndex(({ connector }) => connector === found.connector);
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
              ? `It could not be read: ${problem}.`
              : chosen >= 0
                ? `Proposed because ${proposals[chosen]!.why}.`
                : "Nothing is read; documents are imported under its key."
        }
        onChange={(value) =>
          onChange({ ...reading, chosen: value === imports ? null : proposals[Number(value)]!.connector })
        }
      />
      {found.connector && (
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
