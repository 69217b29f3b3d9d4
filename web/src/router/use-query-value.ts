import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { asText, type RawSearch } from "./search-params.ts";

/** A value stored in the address, so that a search can be linked to and survives a reload. */
export function useQueryValue(name: string): [value: string, set: (value: string) => void] {
  const search: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = useCallback(
    (value: string) =>
      void navigate({
        to: ".",
        search: (before: RawSearch) => ({ ...before, [name]: value === "" ? undefined : value }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, name],
  );
  return [asText(search[name]) ?? "", set];
}
