import { BookmarkPlus } from "lucide-react";
import { useState } from "react";
import type { SearchPage } from "../../../src/contract/api/console/saved-searches.ts";
import { useChange } from "../api/use-operation.ts";
import { type RawSearch, stringifySearch } from "../router/search-params.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { useToast } from "../ui/toast.tsx";

interface SaveSearchProps {
  page: SearchPage;
  /** The view, as in the address. */
  search: RawSearch;
  /** What the page asks for it, from the first result. */
  request: Record<string, unknown>;
  /** A first name. */
  name: string;
}

/** Saves the search of a page for the member; the dialog says that its text is then stored. */
export function SaveSearch(props: SaveSearchProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <BookmarkPlus className="size-4" aria-hidden="true" />
        Save
      </Button>
      {open && <SaveDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const longestName = 80;

function SaveDialog({ page, search, request, name: first, onClose }: SaveSearchProps & { onClose(): void }) {
  const toast = useToast();
  const [name, setName] = useState([...first].slice(0, longestName).join(""));
  const save = useChange("createSavedSearch", {
    changes: ["listSavedSearches"],
    onDone: () => {
      toast("The search is saved");
      onClose();
    },
  });
  return (
    <FormDialog
      title="Save this search"
      action="Save"
      change={save}
      onSubmit={() => {
        const state = stringifySearch({ ...search, offset: undefined }).slice(1);
        save.mutate({ name, page, state, request });
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        The service stores its text and filters for you, which it does with no other search. Saved searches
        show what is new in them after each publish; you can delete them at any time.
      </p>
      <Field
        label="Name"
        required
        maxLength={longestName}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
