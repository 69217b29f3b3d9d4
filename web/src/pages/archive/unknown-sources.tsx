import { nearestOf } from "../../explore/nearest.ts";
import { Banner } from "../../ui/banner.tsx";
import type { Source } from "./source-filter.tsx";

interface UnknownSourcesProps {
  known: readonly Source[];
  chosen: readonly string[];
  onChange(chosen: string[] | undefined): void;
}

const link = "font-medium underline underline-offset-2 hover:no-underline";

/** Says which sources of the address do not exist, and offers the nearest that do. */
export function UnknownSources({ known, chosen, onChange }: UnknownSourcesProps) {
  const unknown = known.length === 0 ? [] : chosen.filter((one) => !known.some(({ key }) => key === one));
  if (unknown.length === 0) return null;
  const replace = (value: string, by: string | null) => {
    const next = chosen.flatMap((one) => (one === value ? (by === null ? [] : [by]) : [one]));
    onChange(next.length > 0 ? [...new Set(next)] : undefined);
  };
  return (
    <Banner tone="warning" title="Some sources of this address do not exist here">
      <ul className="space-y-1">
        {unknown.map((value) => {
          const nearest = nearestOf(value, known);
          return (
            <li key={value}>
              <q>{value}</q>
              {nearest && (
                <>
                  {": did you mean "}
                  <button type="button" className={link} onClick={() => replace(value, nearest.key)}>
                    {nearest.label}
                  </button>
                  {"?"}
                </>
              )}{" "}
              <button type="button" className={link} onClick={() => replace(value, null)}>
                Remove it
              </button>
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}
