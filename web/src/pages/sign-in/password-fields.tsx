import { useState } from "react";
import { Field } from "../../ui/field.tsx";
import { passwordFault, passwordHint } from "./new-password.ts";

export interface NewPassword {
  value: string;
  /** Valid, and the same in both fields. */
  good: boolean;
}

interface PasswordFieldsProps {
  /** Set after the first submit: from then on, faults are shown while typing. */
  tried: boolean;
  label?: string;
  onChange(password: NewPassword): void;
}

/** A new password, entered twice: a typing error would lock the member out. */
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
        label="Enter it again"
        type="password"
        autoComplete="new-password"
        value={again}
        error={tried && fault === null && differs ? "The passwords do not match." : null}
        onChange={(event) => {
          setAgain(event.target.value);
          tell(value, event.target.value);
        }}
      />
    </>
  );
}
