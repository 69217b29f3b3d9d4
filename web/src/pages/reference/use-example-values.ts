import { useQuery } from "@tanstack/react-query";
import { research } from "../../api/client.ts";
import { exampleValues } from "./request-target.ts";

const readers: Record<string, (signal: AbortSignal) => Promise<Record<string, string | undefined>>> = {
  slug: async (signal) => ({
    slug: (await research.searchProjects({ limit: 1 }, { signal })).results[0]?.slug,
  }),
  key: async (signal) => ({ key: (await research.listClusters({}, { signal })).clusters[0]?.key }),
  documentId: async (signal) => ({
    documentId: (await research.searchArchives({ query: "introduction", limit: 1 }, { signal })).results[0]
      ?.documentId,
  }),
  program: async (signal) => {
    const { faqs } = await research.getFaqs({}, { signal });
    return { program: faqs[0]?.program, id: faqs[0]?.id };
  },
};

/** Values for the path that exist in this corpus; invented ones without a session, and until they are known. */
export function useExampleValues(names: readonly string[], isSignedIn: boolean): Record<string, string> {
  const first = names[0] ?? "";
  const found = useQuery({
    queryKey: ["example values", first],
    queryFn: ({ signal }) => readers[first]!(signal),
    enabled: isSignedIn && first in readers,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return Object.fromEntries(names.map((name) => [name, found.data?.[name] ?? exampleValues[name] ?? ""]));
}
