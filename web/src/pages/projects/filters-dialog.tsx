import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { ProjectFacets } from "../../explore/facets/project-facets.tsx";
import { chosenFilters, type ProjectSearch } from "../../explore/project-search.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";

interface FiltersDialogProps {
  search: ProjectSearch;
  onChange(search: ProjectSearch): void;
}

/** The filters of narrow screens. */
export function FiltersDialog({ search, onChange }: FiltersDialogProps) {
  const [open, setOpen] = useState(false);
  const count = chosenFilters(search).length;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        Filters{count > 0 && ` (${count})`}
      </Button>
      {open && (
        <Dialog title="Filters" onClose={() => setOpen(false)}>
          <ProjectFacets search={search} onChange={onChange} />
          <DialogActions>
            <Button kind="primary" onClick={() => setOpen(false)}>
              Show the projects
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
