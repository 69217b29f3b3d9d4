import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { listItemLook } from "../../ui/popover-look.ts";
import { type Command, usePaletteCommands } from "./use-palette-commands.ts";

interface PaletteProps {
  isAdmin: boolean;
  onClose(): void;
}

/** Finds pages, recent things and projects, and starts searches. */
export function Palette({ isAdmin, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const groups = usePaletteCommands(typed, isAdmin);
  const commands = useMemo(
    () => new Map<string, Command>(groups.flatMap(({ commands: list }) => list.map((one) => [one.id, one]))),
    [groups],
  );
  const run = (id: string) => {
    const command = commands.get(id);
    if (command === undefined) return;
    onClose();
    void navigate(command.go);
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-30 flex items-start justify-center bg-shade p-4 pt-[12vh] max-sm:pt-4"
    >
      <Modal className="w-full max-w-xl overflow-hidden rounded-2xl border border-line bg-surface text-text shadow-lg">
        <Dialog aria-label="Commands" className="flex max-h-[70dvh] flex-col outline-none">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField
              autoFocus
              aria-label="Search or jump to"
              onKeyDown={(event) => {
                // Its own Escape clears the text first; here it closes.
                if (event.key === "Escape") onClose();
                else event.continuePropagation();
              }}
              className="flex items-center gap-3 border-b border-line px-4"
            >
              <Search className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <Input
                placeholder="Search or jump to …"
                maxLength={500}
                className="min-h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
              />
              <kbd className="rounded-md border border-line px-1.5 font-sans text-xs text-muted">Esc</kbd>
            </SearchField>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
            <div tabIndex={0} className="overflow-y-auto">
              <Menu
                aria-label="Results"
                items={groups}
                dependencies={[groups]}
                onAction={(key) => run(String(key))}
                renderEmptyState={() => (
                  <p className="px-3 py-6 text-center text-sm text-muted">Nothing with this name</p>
                )}
                className="p-2 outline-none"
              >
                {(group) => (
                  <MenuSection id={group.name} className="not-first:mt-2">
                    <Header className="px-2.5 py-1 text-xs font-medium text-muted">{group.name}</Header>
                    <Collection items={group.commands} dependencies={[groups]}>
                      {(command) => <Line command={command} />}
                    </Collection>
                  </MenuSection>
                )}
              </Menu>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Line({ command: { id, name, note, icon: Icon } }: { command: Command }) {
  return (
    <MenuItem id={id} textValue={name} className={listItemLook}>
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {note && <span className="max-w-[40%] truncate text-xs text-muted">{note}</span>}
    </MenuItem>
  );
}
