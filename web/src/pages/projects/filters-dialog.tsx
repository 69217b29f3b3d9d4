import { SlidersHorizontal } from "lucide-react";
import { ProjectFacets } from "../../explore/facets/project-facets.tsx";
import { chosenFilters, type ProjectSearch } from "../../explore/project-search.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";

/** Opens the filters of narrow screens. */
export function FiltersButton({ search, onOpen }: { search: ProjectSearch; onOpen(): void }) {
  const count = chosenFilters(search).length;
  return (
    <Button onClick={onOpen}>
      <SlidersHorizontal className="size-4" aria-hidden="true" />
      Filters{count > 0 && ` (${count})`}
    </Button>
  );
}

interface FiltersDialogProps {
  search: ProjectSearch;
  onChange(search: ProjectSearch): void;
  onClose(): void;
}

/** The filters of narrow screens. */
export function FiltersDialog({ search, onChange, onClose }: FiltersDialogProps) {
  return (
    <Dialog title="Filters" onClose={onClose}>
      <ProjectFacets search={search} onChange={onChange} />
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          Show the projects
        </Button>
      </DialogActions>
    </Dialog>
  );
}
