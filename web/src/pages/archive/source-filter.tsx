import { ListFilter } from "lucide-react";
import { Option } from "../../explore/facets/facet-group.tsx";
import { Popover } from "../../ui/popover.tsx";

export interface Source {
  key: string;
  label: string;
  documentCount?: number | undefined;
}

interface SourceFilterProps {
  known: readonly Source[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

const maxSources = 20;

export function SourceFilter({ known, chosen, onChange }: SourceFilterProps) {
  const name =
    chosen.length === 0
      ? "All sources"
      : chosen.length === 1
        ? (known.find(({ key }) => key === chosen[0])?.label ?? chosen[0])
        : `${chosen.length} sources`;
  return (
    <Popover
      label="Sources"
      button={
        <>
          <ListFilter className="size-4" aria-hidden="true" />
          <span className="max-w-56 truncate">{name}</span>
        </>
      }
    >
      <ul className="max-h-72 overflow-y-auto">
        {known.map(({ key, label, documentCount }) => (
          <li key={key}>
            <Option
              option={{ label, count: documentCount ?? null }}
              isChosen={chosen.includes(key)}
              disabled={chosen.length >= maxSources && !chosen.includes(key)}
              onToggle={() =>
                onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
              }
            />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <button
          type="button"
          onClick={() => onChange([])}
          className="mt-2 rounded-md text-sm text-accent-text hover:underline"
        >
          All sources
        </button>
      )}
    </Popover>
  );
}
