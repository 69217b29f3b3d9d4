import { useState } from "react";
import { type Session, useEnter } from "../../api/session.ts";
import { useChange } from "../../api/use-operation.ts";
import { Link } from "../../router/link.tsx";
import { navigate, useLocation } from "../../router/location.ts";
import { Entrance } from "../../shell/entrance.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { OidcButton } from "./oidc-button.tsx";
import { messageOf } from "./problems.ts";

/** Shown at the URL of the requested page, which replaces it after sign-in. */
export function SignInPage({ session, ended }: { session: Session; ended: boolean }) {
  const { oidc, password, signUpDomains } = session.signIn;
  const { query } = useLocation();
  const problem = messageOf(query.get("problem"));
  return (
    <Entrance
      title="Sign in"
      after={
        signUpDomains.length > 0 ? (
          <>
            No account yet?{" "}
            <Link to="sign-up" className="text-accent-text underline">
              Sign up
            </Link>
          </>
        ) : (
          "No account, or a forgotten password? Ask an administrator for an invitation."
        )
      }
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      {ended && !problem && <Banner tone="neutral">You are signed out.</Banner>}
      {oidc && <OidcButton name={oidc.name} />}
      {oidc && password && (
        <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      )}
      {password && <PasswordForm onEntered={() => problem && navigate("token", { replace: true })} />}
    </Entrance>
  );
}

function PasswordForm({ onEntered }: { onEntered(): void }) {
  const enter = useEnter();
  const signIn = useChange("signIn", {
    onDone: async (session) => {
      await enter(session);
      onEntered();
    },
  });
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ email, password });
      }}
    >
      <Problem error={signIn.error} />
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" kind="primary" className="w-full" busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
