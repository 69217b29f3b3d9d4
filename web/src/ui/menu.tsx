import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { MenuItem, MenuTrigger, Popover, Button as RacButton, Menu as RacMenu } from "react-aria-components";
import { type ButtonKind, buttonLook } from "./button.tsx";
import { listItemLook, popoverLook } from "./popover-look.ts";

interface MenuProps {
  /** Content of the button; with `label`, an icon. */
  children: ReactNode;
  label?: string;
  kind?: ButtonKind;
  entries: readonly { name: string; icon?: LucideIcon; onChoose(): void }[];
}

/** A button that opens a list of actions. */
export function Menu({ children, label, kind = "secondary", entries }: MenuProps) {
  return (
    <MenuTrigger>
      <RacButton aria-label={label} className={buttonLook(kind)}>
        {children}
      </RacButton>
      <Popover placement="bottom end" className={popoverLook}>
        <RacMenu className="outline-none">
          {entries.map(({ name, icon: Icon, onChoose }) => (
            <MenuItem key={name} id={name} textValue={name} onAction={onChoose} className={listItemLook}>
              {Icon && <Icon className="size-4 text-muted" aria-hidden="true" />}
              {name}
            </MenuItem>
          ))}
        </RacMenu>
      </Popover>
    </MenuTrigger>
  );
}
