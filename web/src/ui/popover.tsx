import type { ReactNode } from "react";
import {
  DialogTrigger,
  Button as RacButton,
  Dialog as RacDialog,
  Popover as RacPopover,
} from "react-aria-components";
import { type ButtonKind, buttonLook } from "./button.tsx";
import { classes } from "./classes.ts";
import { popoverLook } from "./popover-look.ts";

interface PopoverProps {
  /** Content of the button. */
  button: ReactNode;
  /** Names the popover. */
  label: string;
  kind?: ButtonKind;
  children: ReactNode;
}

/** A button that opens a small panel beside it. */
export function Popover({ button, label, kind = "secondary", children }: PopoverProps) {
  return (
    <DialogTrigger>
      <RacButton className={buttonLook(kind)}>{button}</RacButton>
      <RacPopover placement="bottom start" className={classes(popoverLook, "w-72 max-w-[calc(100vw-2rem)]")}>
        <RacDialog aria-label={label} className="p-2 outline-none">
          {children}
        </RacDialog>
      </RacPopover>
    </DialogTrigger>
  );
}
