/** Filter values of an address that the corpus does not have, with the nearest that it has. */
import { type Named, nearestOf } from "../nearest.ts";
import { type ListField, listFields, type ProjectFilterSearch } from "../project-search.ts";
import { type Vocabulary, valuesOf } from "./names.ts";

export interface UnknownValue {
  field: ListField;
  value: string;
  nearest: Named | null;
}

export function unknownValues(search: ProjectFilterSearch, vocabulary: Vocabulary): UnknownValue[] {
  return listFields.flatMap((field) => {
    const known = valuesOf(field, vocabulary);
    const unknown = known && search[field]?.filter((value) => !known.some(({ key }) => key === value));
    return (unknown ?? []).map((value) => ({ field, value, nearest: nearestOf(value, known ?? []) }));
  });
}
