/** Uploaded files and their imports, for administrators. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids =
  | "getImport"
  | "listImportMaps"
  | "startUpload"
  | "addUploadPart"
  | "discardUpload"
  | "previewImport"
  | "startImport"
  | "cancelImport"
  | "getRejects";

export function importHandlers({ imports }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    getImport: async () => ({ body: imports.state() }),
    listImportMaps: async () => ({ body: imports.maps() }),
    startUpload: async ({ input, member }) => {
      await imports.startUpload(input, member.email);
      return { body: imports.state(), audit: { target: input.name } };
    },
    addUploadPart: async ({ input, bytes, member }) => {
      await imports.addPart(input, bytes, member.email);
      return { body: imports.state() };
    },
    discardUpload: async () => {
      const target = await imports.discard();
      return { body: imports.state(), audit: { target } };
    },
    previewImport: async ({ input }) => ({ body: await imports.preview(input) }),
    startImport: async ({ input, member }) => {
      const target = await imports.start(input, member.email);
      const detail = input.map === undefined ? input.kind : `${input.kind}, through a map`;
      return { body: imports.state(), audit: { target, detail } };
    },
    cancelImport: async () => {
      const target = imports.cancel();
      return { body: imports.state(), audit: { target } };
    },
    getRejects: async ({ input: { name } }) => ({
      body: await imports.rejects(name),
      download: { name, type: "application/x-ndjson; charset=utf-8" },
    }),
  };
}
