import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useAnswer, useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/days.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { clientLabel, redirectLabel } from "../../ui/grant-labels.ts";
import { Problem } from "../../ui/problem.tsx";
import { Table } from "../../ui/table.tsx";
import { useToast } from "../../ui/toast.tsx";

type Grant = ConsoleOutput<"listGrants">["grants"][number];

/** Applications that the member allowed to use the service; nothing while there are none. */
export function Grants() {
  const answer = useAnswer("listGrants", {});
  const [revoking, setRevoking] = useState<Grant | null>(null);
  const grants = answer.data?.grants ?? [];
  if (answer.isError) return <Problem error={answer.error} retry={() => void answer.refetch()} />;
  if (grants.length === 0) return null;
  return (
    <section aria-labelledby="grants">
      <h2 id="grants" className="text-lg font-semibold">
        Connected applications
      </h2>
      <p className="mt-1 mb-3 text-muted">They use this service as you, with tokens of their own.</p>
      <Table
        caption="Connected applications"
        rows={grants}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Application",
            cell: (grant) => (
              <span className="wrap-anywhere">
                <span className="font-medium">{clientLabel(grant)}</span>
                <span className="block text-muted">{redirectLabel(grant.redirect)}</span>
              </span>
            ),
          },
          {
            title: "Scopes",
            cell: ({ scopes }) => <span className="font-mono">{scopes.join(" ")}</span>,
          },
          { title: "Allowed", cell: ({ createdAt }) => formatDay(createdAt) },
          {
            title: "Last used",
            cell: ({ lastUsedOn }) => (lastUsedOn === null ? "Never" : formatDay(lastUsedOn)),
          },
          { title: "Until", cell: ({ expiresAt }) => formatDay(expiresAt) },
          {
            title: "Actions",
            cell: (grant) => (
              <Button
                kind="quiet"
                aria-label={`Revoke ${clientLabel(grant)}`}
                onClick={() => setRevoking(grant)}
              >
                Revoke
              </Button>
            ),
          },
        ]}
      />
      {revoking && <RevokeGrantDialog grant={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function RevokeGrantDialog({ grant, onClose }: { grant: Grant; onClose(): void }) {
  const toast = useToast();
  const revoke = useChange("revokeGrant", {
    changes: ["listGrants"],
    onDone: () => {
      toast("The application is disconnected");
      onClose();
    },
  });
  return (
    <Dialog title="Disconnect the application?" onClose={onClose}>
      <Problem error={revoke.error} />
      <p className="wrap-anywhere">
        {clientLabel(grant)} stops working here immediately. It can ask you again at any time.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={revoke.isPending} onClick={() => revoke.mutate({ id: grant.id })}>
          Disconnect
        </Button>
      </DialogActions>
    </Dialog>
  );
}
