import type { Session } from "../../api/session.ts";
import { OidcButton } from "./oidc-button.tsx";
import { PasswordForm } from "./password-form.tsx";

interface SignInMethodsProps {
  methods: Session["signIn"];
  email?: string;
  onEntered?(): void;
}

export function SignInMethods({ methods: { oidc, password }, email, onEntered }: SignInMethodsProps) {
  return (
    <>
      {oidc && <OidcButton name={oidc.name} />}
      {oidc && password && (
        <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      )}
      {password && <PasswordForm email={email} onEntered={onEntered} />}
    </>
  );
}
