import { Checkbox } from "./checkbox.tsx";

const meaning: Record<string, string> = {
  read: "Search and read projects, the archive, resources and FAQs; send suggestions and feedback.",
  me: "Read your own profile and projects, drafts included.",
};

/** The part of a scope's name that is the same for every service. */
const kindOf = (scope: string): string => scope.slice(scope.lastIndexOf(":") + 1);

interface ScopeChoiceProps {
  scopes: readonly string[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

export function ScopeChoice({ scopes, chosen, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-medium">What it may do</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={<span className="font-mono">{scope}</span>}
          hint={meaning[kindOf(scope)]}
          checked={chosen.includes(scope)}
          onChange={(event) =>
            onChange(scopes.filter((one) => (one === scope ? event.target.checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
