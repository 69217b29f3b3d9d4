import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { client } from "../../api/client.ts";
import { useEnter } from "../../api/session.ts";
import { useChange } from "../../api/use-operation.ts";
import { Entrance } from "../../shell/entrance.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/days.ts";
import { Field } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type NewPassword, PasswordFields } from "../sign-in/password-fields.tsx";

/**
 * The target of an invitation link: a password is chosen, and the member is signed in. The demo's link needs no
 * password on the machine of the service.
 */
export function InvitationPage() {
  const { secret } = useParams({ from: "/console/invitation/$secret" });
  const invitation = useQuery({
    queryKey: ["findInvitation", secret],
    queryFn: ({ signal }) => client.call("findInvitation", { secret }, { signal }),
    retry: false,
    // An invitation is fetched once: each fetch counts as an attempt.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (invitation.isError) {
    return (
      <Entrance
        title="Invitation"
        after={
          <Link to="/console/sign-in" className="text-accent-text underline">
            Go to the sign-in page
          </Link>
        }
      >
        <Problem error={invitation.error} />
      </Entrance>
    );
  }
  if (invitation.data === undefined) {
    return (
      <Entrance title="Welcome">
        <Skeleton lines={5} />
      </Entrance>
    );
  }
  const { email, role, expiresAt, needsPassword } = invitation.data;
  if (!needsPassword) return <EnterWithoutPassword key={secret} secret={secret} />;
  return (
    <Entrance
      title="Welcome"
      lead={`Choose a password to sign in${role === "admin" ? ", as an administrator" : ""}.`}
      after={`The invitation works once, until ${formatDay(expiresAt)}.`}
    >
      <AcceptForm key={secret} secret={secret} email={email} />
    </Entrance>
  );
}

function useAccept() {
  const enter = useEnter();
  const navigate = useNavigate();
  return useChange("acceptInvitation", {
    onDone: async (session) => {
      await enter(session);
      // The link is used up: remove it from the history.
      await navigate({ to: "/", replace: true });
    },
  });
}

/** Accepted by this script, not by opening the address: a program that previews links does not use it up. */
function EnterWithoutPassword({ secret }: { secret: string }) {
  const accept = useAccept();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    accept.mutate({ secret });
  });
  return (
    <Entrance title="Welcome">
      <Problem error={accept.error} />
      {accept.error === null && <Skeleton lines={5} />}
    </Entrance>
  );
}

function AcceptForm({ secret, email }: { secret: string; email: string }) {
  const accept = useAccept();
  const [password, setPassword] = useState<NewPassword>({ value: "", good: false });
  const [tried, setTried] = useState(false);
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (password.good) accept.mutate({ secret, password: password.value });
      }}
    >
      <Problem error={accept.error} />
      <Field label="E-mail" type="email" autoComplete="username" readOnly value={email} />
      <PasswordFields tried={tried} onChange={setPassword} />
      <Button type="submit" kind="primary" className="w-full" busy={accept.isPending}>
        Accept the invitation
      </Button>
    </form>
  );
}
