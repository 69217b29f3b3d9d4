import { useCategories, useFilters } from "../api/use-research.ts";
import { classes } from "../ui/classes.ts";
import type { Cohort } from "./cohort.ts";
import { newestFirst } from "./hackathon-order.ts";
import { type Choice, MultiChoice } from "./multi-choice.tsx";

interface CohortBuilderProps {
  label: string;
  cohort: Cohort;
  /** `/compare` knows no categories. */
  categories?: boolean;
  onChange(cohort: Cohort): void;
}

/** The filters of a cohort, as buttons that open lists and switches. Without any, the cohort is everything. */
export function CohortBuilder({ label, cohort, categories = true, onChange }: CohortBuilderProps) {
  const { data: filters } = useFilters();
  const { data: taxonomy } = useCategories();
  const set = (part: Partial<Cohort>) => {
    const next = { ...cohort, ...part };
    for (const [field, value] of Object.entries(next))
      if (value === undefined || (Array.isArray(value) && value.length === 0))
        delete next[field as keyof Cohort];
    onChange(next);
  };
  const lists: readonly { field: ListField; name: string; choices: readonly Choice[] }[] = [
    {
      field: "hackathons",
      name: "Hackathons",
      choices: newestFirst(filters?.hackathons ?? []).map(({ slug, name, startDate, projectCount }) => ({
        key: slug,
        label: name,
        hint: startDate.slice(0, 4),
        count: projectCount,
      })),
    },
    {
      field: "trackKeys",
      name: "Tracks",
      choices: (filters?.tracks ?? [])
        .filter(({ hackathonSlug }) => cohort.hackathons?.includes(hackathonSlug) ?? true)
        .map(({ key, name, hackathonSlug, projectCount }) => ({
          key,
          label: name,
          hint: hackathonSlug,
          count: projectCount,
        })),
    },
    {
      field: "clusterKeys",
      name: "Clusters",
      choices: (filters?.clusters ?? []).map(({ key, label: name, projectCount }) => ({
        key,
        label: name,
        count: projectCount,
      })),
    },
    {
      field: "categoryKeys",
      name: "Categories",
      choices: categories
        ? [...(taxonomy?.categories ?? []), ...(taxonomy ? [taxonomy.other] : [])].map(
            ({ key, label: name }) => ({
              key,
              label: name,
            }),
          )
        : [],
    },
    {
      field: "prizePlacements",
      name: "Placements",
      choices: (filters?.prizePlacements ?? []).map((placement) => ({
        key: String(placement),
        label: `Place ${placement}`,
      })),
    },
    {
      field: "acceleratorBatchKeys",
      name: "Accelerator batches",
      choices: (filters?.acceleratorBatches ?? []).map(({ key, name, companyCount }) => ({
        key,
        label: name,
        count: companyCount,
      })),
    },
  ];
  return (
    <fieldset className="relative flex min-w-0 items-center gap-2 max-sm:-mx-1 max-sm:overflow-x-auto max-sm:p-1 max-sm:*:shrink-0 sm:flex-wrap">
      <legend className="sr-only">{label}</legend>
      {lists
        .filter(({ field, choices }) => choices.length > 0 || (cohort[field]?.length ?? 0) > 0)
        .map(({ field, name, choices }) => (
          <MultiChoice
            key={field}
            label={name}
            choices={choices}
            chosen={cohort[field] ?? []}
            onChange={(keys) => set({ [field]: keys })}
          />
        ))}
      <Switch
        label="Winners only"
        on={cohort.winnersOnly === true}
        onChange={(on) => set({ winnersOnly: on || undefined })}
      />
      <Switch
        label="In an accelerator"
        on={cohort.acceleratorOnly === true}
        onChange={(on) => set({ acceleratorOnly: on || undefined })}
      />
      {categories && (
        <Switch
          label="Second categories too"
          on={cohort.includeSecondaryCategories === true}
          onChange={(on) => set({ includeSecondaryCategories: on || undefined })}
        />
      )}
      {Object.keys(cohort).length > 0 && (
        <button
          type="button"
          onClick={() => onChange({})}
          className="min-h-9 rounded-lg px-2 text-sm text-accent-text hover:bg-hover max-sm:min-h-11"
        >
          Clear
        </button>
      )}
    </fieldset>
  );
}

type ListField =
  | "hackathons"
  | "trackKeys"
  | "clusterKeys"
  | "categoryKeys"
  | "prizePlacements"
  | "acceleratorBatchKeys";

interface SwitchProps {
  label: string;
  on: boolean;
  onChange(on: boolean): void;
}

function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onChange(!on)}
      className={classes(
        "inline-flex min-h-9 items-center rounded-lg border bg-surface px-3 text-sm font-medium hover:bg-hover max-sm:min-h-11",
        // What is chosen must not be out of sight where the row scrolls.
        on ? "border-accent bg-accent-soft text-accent-text max-sm:order-first" : "border-line",
      )}
    >
      {label}
    </button>
  );
}
