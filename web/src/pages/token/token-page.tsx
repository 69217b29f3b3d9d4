import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useAnswer } from "../../api/use-operation.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf, formatDay } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { GenerateDialog } from "./generate-dialog.tsx";
import { Grants } from "./grants.tsx";
import { NewToken } from "./new-token.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { Samples } from "./samples.tsx";
import { TokenFacts } from "./token-facts.tsx";

type TokenState = NonNullable<ConsoleOutput<"getToken">["token"]>;

export function TokenPage() {
  const answer = useAnswer("getToken", {});
  const [dialog, setDialog] = useState<"generate" | "revoke" | null>(null);
  /** Kept only in this component's state: leaving the page discards it. */
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setDialog(null);
  const token = answer.data?.token ?? null;
  const active = token?.status === "active";
  return (
    <Page title="API token" lead="With a token, your programs and agents use this service on your behalf.">
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={6} />}
      {answer.data && (
        <>
          {token && <Warning token={token} />}
          {secret !== null && <NewToken secret={secret} />}
          {active ? (
            <TokenFacts
              token={token}
              onRegenerate={() => setDialog("generate")}
              onRevoke={() => setDialog("revoke")}
            />
          ) : (
            <EmptyState
              title={token === null ? "You have no token yet" : "You have no valid token"}
              action={
                <Button kind="primary" onClick={() => setDialog("generate")}>
                  Generate a token
                </Button>
              }
            >
              It is valid for 90 days and can be revoked at any time. You can have one at a time.
            </EmptyState>
          )}
          <Grants />
          <Card title="How to use it">
            <Samples secret={secret} />
          </Card>
          {dialog === "generate" && (
            <GenerateDialog
              replaces={active}
              present={token?.scopes ?? null}
              scopes={answer.data.scopes}
              onClose={close}
              onGenerated={(generated) => {
                setSecret(generated);
                close();
              }}
            />
          )}
          {dialog === "revoke" && (
            <RevokeDialog
              onClose={close}
              onRevoked={() => {
                setSecret(null);
                close();
              }}
            />
          )}
        </>
      )}
    </Page>
  );
}

function Warning({ token }: { token: TokenState }) {
  if (token.status === "expired") {
    return (
      <Banner tone="warning" title={`Your token expired on ${formatDay(token.expiresAt)}`}>
        Requests with it are refused. Generate a new one, and give it to your tools.
      </Banner>
    );
  }
  if (token.status === "revoked") return null;
  if (!token.renewSoon) return null;
  const left = token.daysLeft === 0 ? "today" : `in ${countOf(token.daysLeft, "day")}`;
  return (
    <Banner tone="warning" title={`Your token expires ${left}`}>
      Regenerate it when you can update your tools: the current token stops working immediately.
    </Banner>
  );
}
