declare module "virtual:routes" {
  export const consoleRoutes: Record<
    import("../../src/contract/api/console/operations.ts").ConsoleOperationId,
    import("@prior-art/client/transport").Route
  >;
}
