import { useState } from "react";
import { useMember } from "../../api/session.ts";
import { useChange } from "../../api/use-operation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmailAddress } from "../../ui/email-address.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Field } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type NewPassword, PasswordFields } from "../sign-in/password-fields.tsx";

export function AccountPage() {
  const { member } = useMember();
  const [changes, setChanges] = useState(0);
  return (
    <Page title="Account" lead="How you sign in to this console.">
      {!member.emailVerified && (
        <Banner tone="warning" title="Your e-mail address is not verified">
          Until an administrator invites you, or you sign in through the identity provider, your token cannot
          read your profile and projects.
        </Banner>
      )}
      <Card>
        <Facts
          facts={[
            ["E-mail", <EmailAddress key="email" address={member.email} />],
            ["Role", <Badge key="role">{member.role === "admin" ? "Administrator" : "Member"}</Badge>],
          ]}
        />
      </Card>
      <Card title="Change the password">
        <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
      </Card>
    </Page>
  );
}

function PasswordForm({ onChanged }: { onChanged(): void }) {
  const toast = useToast();
  const { member } = useMember();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState<NewPassword>({ value: "", good: false });
  const [tried, setTried] = useState(false);
  const change = useChange("changePassword", {
    onDone: () => {
      toast("The password is changed");
      onChanged();
    },
  });
  return (
    <form
      className="max-w-sm space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (password.good) change.mutate({ currentPassword: current, newPassword: password.value });
      }}
    >
      <Problem error={change.error} />
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={member.email} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <PasswordFields tried={tried} label="New password" onChange={setPassword} />
      <p className="text-sm text-muted">Other browsers in which you are signed in are signed out.</p>
      <Button type="submit" kind="primary" busy={change.isPending}>
        Change the password
      </Button>
    </form>
  );
}
