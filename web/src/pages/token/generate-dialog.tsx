import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ScopeChoice } from "./scope-choice.tsx";

interface GenerateDialogProps {
  /** Whether an active token is replaced. */
  replaces: boolean;
  /** Scopes of the previous token; null when there was none. */
  present: readonly string[] | null;
  /** All scopes that the member may have. */
  scopes: readonly string[];
  onClose(): void;
  onGenerated(secret: string): void;
}

export function GenerateDialog({ replaces, present, scopes, onClose, onGenerated }: GenerateDialogProps) {
  const kept = replaces ? scopes.filter((scope) => present?.includes(scope)) : scopes;
  const [chosen, setChosen] = useState<string[]>([...(kept.length > 0 ? kept : scopes)]);
  const generate = useChange("generateToken", {
    changes: ["getToken"],
    onDone: ({ secret }) => onGenerated(secret),
  });
  return (
    <Dialog title={replaces ? "Regenerate the token?" : "Generate a token"} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          generate.mutate({ scopes: chosen });
        }}
      >
        {replaces && (
          <Banner tone="warning" title="Tools that use the old token stop working immediately">
            Each of them needs the new one. This cannot be undone.
          </Banner>
        )}
        <Problem error={generate.error} />
        <ScopeChoice scopes={scopes} chosen={chosen} onChange={setChosen} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={chosen.length === 0} busy={generate.isPending}>
            {replaces ? "Regenerate" : "Generate"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
