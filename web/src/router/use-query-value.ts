import { navigate, useLocation } from "./location.ts";

/** A value stored in the URL's query, so that a search can be linked to and survives a reload. */
export function useQueryValue(name: string): [value: string, set: (value: string) => void] {
  const { path, query } = useLocation();
  const set = (value: string) => {
    const next = new URLSearchParams(query);
    if (value === "") next.delete(name);
    else next.set(name, value);
    navigate(next.size === 0 ? path : `${path}?${next}`, { replace: true });
  };
  return [query.get(name) ?? "", set];
}
