import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf, formatDay } from "../../ui/days.ts";
import { Facts } from "../../ui/facts.tsx";

interface TokenFactsProps {
  token: NonNullable<ConsoleOutput<"getToken">["token"]>;
  onRegenerate(): void;
  onRevoke(): void;
}

export function TokenFacts({ token, onRegenerate, onRevoke }: TokenFactsProps) {
  const { createdAt, expiresAt, daysLeft, renewSoon, lastUsedOn, scopes } = token;
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-3">
          Your token{" "}
          <Badge tone={renewSoon ? "warning" : "success"}>{renewSoon ? "Expires soon" : "Active"}</Badge>
        </span>
      }
      aside={
        <div className="flex gap-2">
          <Button onClick={onRegenerate}>Regenerate</Button>
          <Button kind="quiet" onClick={onRevoke}>
            Revoke
          </Button>
        </div>
      }
    >
      <Facts
        facts={[
          ["Created", formatDay(createdAt)],
          ["Expires", `${formatDay(expiresAt)} (${countOf(daysLeft, "day")})`],
          ["Last used", lastUsedOn === null ? "Never" : formatDay(lastUsedOn)],
          [
            "Scopes",
            <span key="scopes" className="font-mono text-sm">
              {scopes.join(" ")}
            </span>,
          ],
        ]}
      />
    </Card>
  );
}
