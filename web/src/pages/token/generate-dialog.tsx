import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Banner } from "../../ui/banner.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ScopeChoice } from "../../ui/scope-choice.tsx";

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
    <FormDialog
      title={replaces ? "Regenerate the token?" : "Generate a token"}
      action={replaces ? "Regenerate" : "Generate"}
      disabled={chosen.length === 0}
      change={generate}
      onSubmit={() => generate.mutate({ scopes: chosen })}
      onClose={onClose}
    >
      {replaces && (
        <Banner tone="warning" title="Tools that use the old token stop working immediately">
          Each of them needs the new one. This cannot be undone.
        </Banner>
      )}
      <ScopeChoice scopes={scopes} chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
