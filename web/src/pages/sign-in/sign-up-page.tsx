import { Link, Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../api/session.ts";
import { useChange } from "../../api/use-operation.ts";
import { Entrance } from "../../shell/entrance.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { type NewPassword, PasswordFields } from "./password-fields.tsx";

const toSignIn = (
  <Link to="/console/sign-in" className="text-accent-text underline">
    Sign in
  </Link>
);

export function SignUpPage() {
  const { data: session } = useSession();
  if (session?.member) return <Navigate to="/" replace />;
  const signUpDomains = session?.signIn.signUpDomains ?? [];
  if (signUpDomains.length === 0) {
    return (
      <Entrance title="Sign up" after={<>Have an account? {toSignIn}</>}>
        <Banner tone="neutral" title="New members are invited">
          Ask an administrator for an invitation: a link with which you choose a password.
        </Banner>
      </Entrance>
    );
  }
  return (
    <Entrance
      title="Sign up"
      lead={`For addresses of ${signUpDomains.join(", ")}.`}
      after={<>Have an account? {toSignIn}</>}
    >
      <SignUpForm domain={signUpDomains[0]!} />
    </Entrance>
  );
}

function SignUpForm({ domain }: { domain: string }) {
  const signUp = useChange("signUp");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState<NewPassword>({ value: "", good: false });
  const [tried, setTried] = useState(false);
  if (signUp.isSuccess) {
    return (
      <>
        <Banner tone="success">{signUp.data.message}</Banner>
        <p>{toSignIn}</p>
      </>
    );
  }
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (password.good) signUp.mutate({ email, password: password.value });
      }}
    >
      <Problem error={signUp.error} />
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        placeholder={`you@${domain}`}
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordFields tried={tried} onChange={setPassword} />
      <Button type="submit" kind="primary" className="w-full" busy={signUp.isPending}>
        Sign up
      </Button>
    </form>
  );
}
