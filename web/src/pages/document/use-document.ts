import { useInfiniteQuery } from "@tanstack/react-query";
import type { ArchiveDocumentPage } from "../../../../src/contract/api/archive.ts";
import { research } from "../../api/client.ts";
import { pageChars, pageStart } from "./state.ts";

/** The pages of a document around a place (in code points), and those loaded since. */
export function useDocument(documentId: string, place: number) {
  const first = pageStart(place);
  return useInfiniteQuery({
    queryKey: ["research", "readDocument", documentId, first],
    queryFn: ({ pageParam, signal }) =>
      research.readDocument({ documentId, offset: pageParam, maxChars: pageChars }, { signal }),
    initialPageParam: first,
    getNextPageParam: (page: ArchiveDocumentPage) => page.nextOffset ?? undefined,
    getPreviousPageParam: (page: ArchiveDocumentPage) =>
      page.offset > 0 ? Math.max(0, page.offset - pageChars) : undefined,
    staleTime: 300_000,
  });
}
