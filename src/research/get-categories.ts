/** GET /categories */
import type { CategoriesResponse } from "../contract/api/categories.ts";
import type { ProjectContext } from "./context.ts";

/** The taxonomy in use, without its examples and synonyms. */
export function getCategories({ snapshot }: Pick<ProjectContext, "snapshot">): CategoriesResponse {
  const { version, areas, categories, other, insufficientInformation } = snapshot.taxonomy;
  return {
    version,
    areas: areas.map(entry),
    categories: categories.map((category) => ({ ...entry(category), areaKey: category.areaKey })),
    other: { ...entry(other), key: other.key },
    insufficientInformation: { ...entry(insufficientInformation), key: insufficientInformation.key },
  };
}

function entry({ key, label, definition }: { key: string; label: string; definition: string }) {
  return { key, label, definition };
}
