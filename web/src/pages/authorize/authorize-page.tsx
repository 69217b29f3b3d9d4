import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useAnswer } from "../../api/use-operation.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConsentForm } from "./consent-form.tsx";

type Refusal = NonNullable<ConsoleOutput<"checkAuthorization">["problem"]>;

/** Where an application sends a member who is to allow it to use the service (OAuth 2.1). */
export function AuthorizePage() {
  const [request] = useState(() => location.search.slice(1));
  /** Where the answer was sent: an app opens beside this page, which stays. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const answer = useAnswer("checkAuthorization", { request });
  const leave = (redirectTo: string) => {
    setSentTo(redirectTo);
    location.assign(redirectTo);
  };
  return (
    <Page title="Connect an application">
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={6} />}
      {sentTo !== null && (
        <Banner tone="success" title="Your answer is sent">
          Continue in the application; you can close this page.
        </Banner>
      )}
      {sentTo === null && answer.data?.problem && <Refused problem={answer.data.problem} onLeave={leave} />}
      {sentTo === null && answer.data?.asked && (
        <ConsentForm request={request} asked={answer.data.asked} onAnswered={leave} />
      )}
    </Page>
  );
}

/** Redirects only on a click: anyone can register an application with any address. */
function Refused({ problem, onLeave }: { problem: Refusal; onLeave(redirectTo: string): void }) {
  const { message, redirectTo } = problem;
  return (
    <Card title="This request cannot be granted">
      <p className="wrap-anywhere">{message}.</p>
      {redirectTo !== null && (
        <Button className="mt-4" onClick={() => onLeave(redirectTo)}>
          Return to the application
        </Button>
      )}
    </Card>
  );
}
