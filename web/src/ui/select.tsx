import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  Select as RacSelect,
  SelectValue,
  Text,
} from "react-aria-components";
import { classes } from "./classes.ts";
import { inputLook } from "./field.tsx";
import { listItemLook, popoverLook } from "./popover-look.ts";

interface SelectProps<Value extends string> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  /** The label is only read aloud. */
  quiet?: boolean;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  disabled?: boolean;
  className?: string;
  onChange(value: Value): void;
}

/** One of a list of choices. Letters typed on the closed button choose, too. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, quiet = false, choices, value, disabled = false, className, onChange } = props;
  return (
    <RacSelect
      value={value}
      onChange={(key) => key !== null && onChange(key as Value)}
      isDisabled={disabled}
      isInvalid={Boolean(error)}
      className={className}
    >
      <Label className={quiet ? "sr-only" : "mb-1 block text-sm font-medium"}>{label}</Label>
      <RacButton
        className={classes(
          // Beside other filters it looks like them.
          quiet
            ? "min-h-9 w-full rounded-lg border border-line bg-surface px-3 text-sm font-medium hover:bg-hover max-sm:min-h-11"
            : inputLook,
          "flex cursor-pointer items-center justify-between gap-2 text-left disabled:cursor-not-allowed disabled:opacity-60",
        )}
      >
        <SelectValue className="truncate [&_svg]:hidden" />
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
      </RacButton>
      {hint && !error && (
        <Text slot="description" className="mt-1 block text-sm text-muted">
          {hint}
        </Text>
      )}
      <FieldError className="mt-1 block text-sm text-danger-text">{error}</FieldError>
      <Popover className={classes(popoverLook, "min-w-(--trigger-width)")}>
        <ListBox items={choices} className="outline-none">
          {(choice) => (
            <ListBoxItem id={choice.value} textValue={choice.label} className={listItemLook}>
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">{choice.label}</span>
                  <Check className={classes("size-4", !isSelected && "invisible")} aria-hidden="true" />
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </RacSelect>
  );
}
