import { Download } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useToast } from "../ui/toast.tsx";

export interface DownloadChoice {
  name: string;
  save(): void | Promise<void>;
}

/** A button that opens a menu of file formats. */
export function DownloadMenu({ label, choices }: { label: string; choices: readonly DownloadChoice[] }) {
  const toast = useToast();
  const save = async (choice: DownloadChoice) => {
    try {
      await choice.save();
    } catch {
      toast(`The ${choice.name} could not be made; reload the page and try again.`);
    }
  };
  return (
    <MenuTrigger>
      <Button
        aria-label={`Download ${label}`}
        className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text print:hidden max-sm:size-11"
      >
        <Download aria-hidden="true" className="size-4" />
      </Button>
      <Popover
        placement="bottom end"
        className="rounded-lg border border-line bg-surface p-1 shadow-lg shadow-black/10"
      >
        <Menu aria-label={`Download ${label} as`} className="min-w-32 outline-none">
          {choices.map((choice) => (
            <MenuItem
              key={choice.name}
              onAction={() => void save(choice)}
              className="cursor-pointer rounded-md px-3 py-1.5 text-sm outline-none data-focused:bg-hover max-sm:py-2.5"
            >
              {choice.name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
