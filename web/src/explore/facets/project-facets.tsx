import { builtWithKinds } from "../../../../src/contract/values/built-with-kinds.ts";
import { useCategories, useFilters, useResearch } from "../../api/use-research.ts";
import { type FlagField, type ListField, type ProjectSearch, toggled, withField } from "../project-search.ts";
import { FacetGroup, type FacetOption, Option } from "./facet-group.tsx";
import { fieldNames, prizeTypeName, type Vocabulary, valueName, valuesOf } from "./names.ts";
import { dimensionOf, type Facets, useFacets } from "./use-facets.ts";

interface ProjectFacetsProps {
  search: ProjectSearch;
  onChange(search: ProjectSearch): void;
}

/** Every filter of the project search, with counts where the service counts. */
export function ProjectFacets({ search, onChange }: ProjectFacetsProps) {
  const { facets } = useFacets(search);
  const vocabulary = { filters: useFilters().data, categories: useCategories().data };
  const nameOf = (field: ListField) => (value: string) => valueName(field, value, vocabulary);
  const group = (
    field: ListField,
    title: string,
    more: { defaultOpen?: boolean; addLabel?: string } = {},
  ) => (
    <FacetGroup
      title={title}
      options={optionsOf(field, facets, vocabulary)}
      chosen={search[field] ?? []}
      blocked={blockedBy(field, search)}
      nameOf={nameOf(field)}
      onToggle={(value) => onChange(toggled(search, field, value))}
      {...more}
    />
  );
  const flag = (field: FlagField, count: number | null = null) => (
    <Option
      option={{ label: fieldNames[field], count }}
      isChosen={search[field] === true}
      onToggle={() => onChange(withField(search, field, search[field] ? undefined : true))}
    />
  );
  const winners = vocabulary.filters?.hackathons.reduce((sum, { winnerCount }) => sum + winnerCount, 0);
  const isWhole = Object.keys(search).every((field) => ["query", "offset", "diversify"].includes(field));
  return (
    <div>
      <FacetGroup
        title="Award"
        defaultOpen
        options={optionsOf("prizeTypes", facets, vocabulary)}
        chosen={search.prizeTypes ?? []}
        nameOf={nameOf("prizeTypes")}
        before={flag("winnersOnly", isWhole ? (winners ?? null) : null)}
        onToggle={(value) => onChange(toggled(search, "prizeTypes", value))}
      />
      {group("hackathons", "Hackathon", { defaultOpen: true })}
      <FacetGroup
        title="Category"
        defaultOpen
        options={optionsOf("categoryKeys", facets, vocabulary)}
        chosen={search.categoryKeys ?? []}
        nameOf={nameOf("categoryKeys")}
        after={search.categoryKeys && <div className="pt-1">{flag("includeSecondaryCategories")}</div>}
        onToggle={(value) => onChange(toggled(search, "categoryKeys", value))}
      />
      {group("clusterKeys", "Cluster")}
      {group("prizePlacements", "Place")}
      {group("trackKeys", "Track")}
      {group("labelKeys", "Label")}
      {group("techStack", "Tech stack", { addLabel: "Find or add a technology" })}
      <BuiltWithFacet search={search} onChange={onChange} />
      {group("primitives", "Primitive", { addLabel: "Find or add a primitive" })}
      {group("problemTags", "Problem", { addLabel: "Find or add a problem" })}
      {group("solutionTags", "Solution", { addLabel: "Find or add a solution" })}
      {group("targetUsers", "For whom", { addLabel: "Find or add a group of users" })}
      <FacetGroup
        title="More"
        options={optionsOf("acceleratorBatchKeys", facets, vocabulary)}
        chosen={search.acceleratorBatchKeys ?? []}
        nameOf={nameOf("acceleratorBatchKeys")}
        defaultOpen={Boolean(search.acceleratorOnly ?? search.isUniversityProject ?? search.isSolanaMobile)}
        before={
          <>
            {flag("isUniversityProject")}
            {flag("isSolanaMobile")}
            {flag("acceleratorOnly")}
          </>
        }
        onToggle={(value) => onChange(toggled(search, "acceleratorBatchKeys", value))}
      />
    </div>
  );
}

/** The API does not combine these two. */
function blockedBy(field: ListField, search: ProjectSearch): string | null {
  if (field === "labelKeys" && search.trackKeys) return "Remove the tracks to filter by label.";
  if (field === "trackKeys" && search.labelKeys) return "Remove the labels to filter by track.";
  return null;
}

function optionsOf(field: ListField, facets: Facets, vocabulary: Vocabulary): FacetOption[] {
  const dimension = dimensionOf[field];
  if (dimension) {
    return (facets[dimension] ?? []).map(({ key, label, count }) => ({
      value: key,
      label: field === "prizeTypes" ? prizeTypeName(key) : label,
      count,
    }));
  }
  if (field === "targetUsers")
    return (vocabulary.filters?.targetUsers ?? []).map(({ tag, count }) => ({
      value: tag,
      label: tag,
      count,
    }));
  if (field === "acceleratorBatchKeys") {
    return (vocabulary.filters?.acceleratorBatches ?? []).map(({ key, name, companyCount }) => ({
      value: key,
      label: name,
      count: companyCount,
    }));
  }
  return (valuesOf(field, vocabulary) ?? []).map(({ key, label }) => ({ value: key, label, count: null }));
}

const separator = "\u0000";

/** The technologies that repositories use most, of all kinds; the kind is part of the filter. */
function BuiltWithFacet({ search, onChange }: ProjectFacetsProps) {
  const top = useResearch("listTopTechnologies", { topK: 25 }, { staleTime: 300_000 });
  const options = (top.data?.results ?? []).map(({ technology: { category, name }, count }) => ({
    value: `builtWith.${category}${separator}${name}`,
    label: name,
    count,
  }));
  const chosen = builtWithKinds.flatMap((kind) =>
    (search[`builtWith.${kind}`] ?? []).map((name) => `builtWith.${kind}${separator}${name}`),
  );
  return (
    <FacetGroup
      title="Built with"
      options={options}
      chosen={chosen}
      nameOf={(value) => value.split(separator)[1]!}
      onToggle={(value) => {
        const [field, name] = value.split(separator) as [ListField, string];
        onChange(toggled(search, field, name));
      }}
    />
  );
}
