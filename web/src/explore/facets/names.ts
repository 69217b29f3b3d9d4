/** Names of filters and of their values. */
import type { CategoriesResponse } from "../../../../src/contract/api/categories.ts";
import type { FiltersResponse } from "../../../../src/contract/api/filters.ts";
import type { Named } from "../nearest.ts";
import { ordinal } from "../ordinal.ts";
import type { FlagField, ListField } from "../project-search.ts";

export const fieldNames: Record<ListField | FlagField, string> = {
  hackathons: "Hackathon",
  trackKeys: "Track",
  labelKeys: "Label",
  categoryKeys: "Category",
  clusterKeys: "Cluster",
  acceleratorBatchKeys: "Accelerator batch",
  prizeTypes: "Prize",
  prizePlacements: "Place",
  techStack: "Tech stack",
  primitives: "Primitive",
  problemTags: "Problem",
  solutionTags: "Solution",
  targetUsers: "For",
  "builtWith.languages": "Language",
  "builtWith.frameworks": "Framework",
  "builtWith.chains": "Chain",
  "builtWith.protocols": "Protocol",
  "builtWith.services": "Service",
  "builtWith.tooling": "Tool",
  "builtWith.standards": "Standard",
  winnersOnly: "Winners only",
  acceleratorOnly: "In the accelerator",
  isUniversityProject: "University projects",
  isSolanaMobile: "For mobile devices",
  includeSecondaryCategories: "Second categories too",
};

export interface Vocabulary {
  filters: FiltersResponse | undefined;
  categories: CategoriesResponse | undefined;
}

/** `PLACEMENT_PRIZE` becomes `Placement prize`. */
export const prizeTypeName = (type: string): string => {
  const words = type.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const named = (list: readonly { key: string; name: string }[] | undefined): Named[] | undefined =>
  list?.map(({ key, name }) => ({ key, label: name }));

/** Every value that a field can have; undefined where that is not known, or not limited. */
export function valuesOf(field: ListField, { filters, categories }: Vocabulary): Named[] | undefined {
  switch (field) {
    case "hackathons":
      return filters?.hackathons.map(({ slug, name }) => ({ key: slug, label: name }));
    case "trackKeys":
      return named(filters?.tracks);
    case "labelKeys":
      return named(filters?.labels);
    case "acceleratorBatchKeys":
      return named(filters?.acceleratorBatches);
    case "clusterKeys":
      return filters?.clusters.map(({ key, label }) => ({ key, label }));
    case "categoryKeys":
      return categories && [...categories.categories, categories.other, categories.insufficientInformation];
    case "prizeTypes":
      return filters?.prizeTypes.map((type) => ({ key: type, label: prizeTypeName(type) }));
    case "prizePlacements":
      return filters?.prizePlacements.map((place) => ({
        key: String(place),
        label: `${ordinal(place)} place`,
      }));
    default:
      return undefined;
  }
}

/** The name of a value; the value itself where it has none. */
export const valueName = (field: ListField, value: string, vocabulary: Vocabulary): string =>
  valuesOf(field, vocabulary)?.find(({ key }) => key === value)?.label ?? value;
