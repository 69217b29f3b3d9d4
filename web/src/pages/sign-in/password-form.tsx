import { useState } from "react";
import { useEnter } from "../../api/session.ts";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";

interface PasswordFormProps {
  /** The address, where it is known already. */
  email?: string;
  onEntered?(): void;
}

export function PasswordForm({ email: known = "", onEntered }: PasswordFormProps) {
  const enter = useEnter();
  const signIn = useChange("signIn", {
    onDone: async (session) => {
      await enter(session);
      onEntered?.();
    },
  });
  const [email, setEmail] = useState(known);
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
        autoFocus={known !== ""}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" kind="primary" className="w-full" busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
