import { useEnter, useMember } from "../../api/session.ts";
import { useChange } from "../../api/use-operation.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";

/** Asks the member whether to link the identity pending in this browser to the account. */
export function LinkIdentity() {
  const { session, member } = useMember();
  const toast = useToast();
  const enter = useEnter();
  const settle = useChange("settleLink", {
    onDone: async (next) => {
      await enter(next);
      toast(settle.variables?.confirm ? "The identity is linked" : "The identity is not linked");
    },
  });
  const provider = session.signIn.oidc?.name ?? "the identity provider";
  return (
    <div className="mb-6 space-y-3">
      <Problem error={settle.error} />
      <Banner
        tone="warning"
        title={`Link your identity at ${provider}?`}
        action={
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" busy={settle.isPending} onClick={() => settle.mutate({ confirm: true })}>
              Link
            </Button>
            <Button disabled={settle.isPending} onClick={() => settle.mutate({ confirm: false })}>
              Do not link
            </Button>
          </div>
        }
      >
        You signed in there with an identity that has the address {member.email}. Once linked, it can sign in
        to this account. If that was not you, do not link it.
      </Banner>
    </div>
  );
}
