import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useAnswer } from "../../api/use-operation.ts";
import { formatBytes } from "../../operate/bytes.ts";
import { stepName } from "../../operate/publish-steps.ts";
import { Card } from "../../ui/card.tsx";
import { formatInstant } from "../../ui/days.ts";
import { Problem } from "../../ui/problem.tsx";
import { Rows } from "./holdings.tsx";

type System = ConsoleOutput<"getSystem">;

const partNames: Readonly<Record<string, string>> = {
  snapshots: "Snapshots",
  catalog: "Catalog",
  accounts: "Accounts",
  rejects: "Rejected records",
  uploads: "Uploaded file",
  other: "Other files",
};

/** Disk, memory and what the server runs now. */
export function SystemCard() {
  const answer = useAnswer("getSystem", {}, { every: () => 5000 });
  const { data } = answer;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {data && (
        <Card title="Disk">
          <Rows
            rows={[
              ...data.disk.parts.map(
                ({ name, bytes }) => [partNames[name] ?? name, formatBytes(bytes)] as const,
              ),
              ...(data.disk.freeBytes === null ? [] : [["Free", formatBytes(data.disk.freeBytes)] as const]),
            ]}
          />
        </Card>
      )}
      {data && (
        <Card title="Server">
          <Rows
            rows={[
              ["Memory of the server", formatBytes(data.memory.processBytes)],
              [
                "Free on the machine",
                `${formatBytes(data.memory.freeBytes)} of ${formatBytes(data.memory.totalBytes)}`,
              ],
              ["Version", data.version],
              ["Started", formatInstant(data.startedAt)],
              ["Running now", jobsText(data.jobs)],
            ]}
          />
        </Card>
      )}
    </div>
  );
}

const jobNames: Record<System["jobs"][number]["kind"], (what: string) => string> = {
  publish: (what) => `Publish: ${stepName(what)}`,
  sync: (what) => `Reading ${what}`,
  import: (what) => `Importing ${what}`,
};

function jobsText(jobs: System["jobs"]): string {
  if (jobs.length === 0) return "Nothing";
  return jobs
    .map(({ kind, what, done, total }) => {
      const amount = total === null ? "" : ` (${done.toLocaleString("en")} of ${total.toLocaleString("en")})`;
      return `${jobNames[kind](what)}${amount}`;
    })
    .join("; ");
}
