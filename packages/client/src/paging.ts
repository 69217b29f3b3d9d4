/** Pages of the operations that return a part of what there is. */
import { maxPage } from "./generated/greatest-page.ts";
import type { Methods, OperationTypes } from "./generated/types.ts";
import type { CallOptions } from "./options.ts";

type PagedId = keyof typeof maxPage;

/**
 * Each response in turn, from the request's `offset` to the last page, as the API says. Pages are as large as the API
 * allows unless the request says otherwise. Nothing is left out, not even what a change of the corpus between two pages
 * returns twice.
 */
export type Pages = {
  [Id in PagedId]: (
    input: OperationTypes[Id]["request"],
    options?: CallOptions,
  ) => AsyncGenerator<OperationTypes[Id]["response"], void, undefined>;
};

export function createPages(methods: Pick<Methods, PagedId>): Pages {
  return {
    async *searchProjects(input, options) {
      const limit = input.limit ?? maxPage.searchProjects;
      for (let offset = input.offset ?? 0; ; offset += limit) {
        const page = await methods.searchProjects({ ...input, limit, offset }, options);
        yield page;
        if (!page.hasMore) return;
      }
    },
    async *searchArchives(input, options) {
      const limit = input.limit ?? maxPage.searchArchives;
      // An offset counts documents, of which a result is a passage.
      for (let offset = input.offset ?? 0; ; offset += limit) {
        const page = await methods.searchArchives({ ...input, limit, offset }, options);
        yield page;
        if (!page.hasMore) return;
      }
    },
    async *readDocument(input, options) {
      const maxChars = input.maxChars ?? maxPage.readDocument;
      for (let offset: number | null = input.offset ?? 0; offset !== null; ) {
        const page: OperationTypes["readDocument"]["response"] = await methods.readDocument(
          { ...input, maxChars, offset },
          options,
        );
        yield page;
        offset = page.nextOffset;
      }
    },
  };
}
