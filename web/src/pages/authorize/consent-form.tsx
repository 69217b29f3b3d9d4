import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useMember } from "../../api/session.ts";
import { useChange } from "../../api/use-operation.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { audienceLabel, clientLabel, redirectLabel } from "../../ui/grant-labels.ts";
import { Problem } from "../../ui/problem.tsx";
import { ScopeChoice } from "../../ui/scope-choice.tsx";

interface ConsentFormProps {
  /** The query string of the request. */
  request: string;
  asked: NonNullable<ConsoleOutput<"checkAuthorization">["asked"]>;
  onAnswered(redirectTo: string): void;
}

export function ConsentForm({ request, asked, onAnswered }: ConsentFormProps) {
  const { clientName, redirect, audience, scopes } = asked;
  const { member } = useMember();
  const [chosen, setChosen] = useState<readonly string[]>(scopes);
  const answer = useChange("answerAuthorization", {
    changes: ["listGrants"],
    onDone: ({ redirectTo }) => onAnswered(redirectTo),
  });
  const send = (approve: boolean) =>
    answer.mutate({ request, approve, ...(approve && { scopes: [...chosen] }) });
  return (
    <Card>
      <p className="text-lg wrap-anywhere">
        <strong className="font-semibold">{clientLabel(asked)}</strong> asks to use this service as you.
      </p>
      {clientName !== "" && (
        <p className="mt-1 text-sm text-muted">
          The application chose this name itself. What is certain is where your answer goes.
        </p>
      )}
      <div className="my-5">
        <Facts
          facts={[
            [
              "The answer goes to",
              <strong key="to" className="font-semibold wrap-anywhere">
                {redirectLabel(redirect)}
              </strong>,
            ],
            [
              "Your account",
              <span key="account" className="wrap-anywhere">
                {member.email}
              </span>,
            ],
            ["It may use", audienceLabel[audience]],
            ["Until", "90 days, or until you revoke it"],
          ]}
        />
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(true);
        }}
      >
        <Problem error={answer.error} />
        {scopes.length === 0 ? (
          <Banner tone="warning">
            Nothing of what it asks for can be granted while your e-mail address is not verified; ask an
            administrator for an invitation.
          </Banner>
        ) : (
          <ScopeChoice scopes={scopes} chosen={chosen} onChange={setChosen} />
        )}
        <p className="mt-4 text-sm text-muted">
          Its requests count against your limits. The page <em>API token</em> shows it, and revokes it.
        </p>
        <DialogActions>
          <Button onClick={() => send(false)} disabled={answer.isPending}>
            Deny
          </Button>
          <Button type="submit" kind="primary" disabled={chosen.length === 0} busy={answer.isPending}>
            Allow
          </Button>
        </DialogActions>
      </form>
    </Card>
  );
}
