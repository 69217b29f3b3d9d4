import { useState } from "react";
import { Field } from "../../ui/field.tsx";
import { passwordFault, passwordHint } from "./new-password.ts";

export interface NewPassword {
  value: string;
  /** Long enough, and typed twice alike. */
  good: boolean;
}

interface PasswordFieldsProps {
  /** What was tried to be sent: from then on, faults are shown while one types. */
  tried: boolean;
  label?: string;
  onChange(password: NewPassword): void;
}

/** A new password, typed twice: a slip would lock its owner out. */
export function PasswordFields({ tried, label = "Password", onChange }: PasswordFieldsProps) {
  const [value, setValue] = useState("");
  const [again, setAgain] = useState("");
  const fault = passwordFault(value);
  const differs = again !== value;
  const tell = (first: string, second: string) =>
    onChange({ value: first, good: passwordFault(first) === null && first === second });
  return (
    <>
      <Field
        label={label}
        type="password"
        autoComplete="new-password"
        value={value}
        hint={passwordHint}
        error={tried ? fault : null}
        onChange={(event) => {
          setValue(event.target.value);
          tell(event.target.value, again);
        }}
      />
      <Field
        label="The same again"
        type="password"
        autoComplete="new-password"
        value={again}
        error={tried && fault === null && differs ? "The two are not the same." : null}
        onChange={(event) => {
          setAgain(event.target.value);
          tell(value, event.target.value);
        }}
      />
    </>
  );
}
