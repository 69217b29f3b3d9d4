declare module "virtual:routes" {
  type Routes<Id extends string> = Record<Id, import("../../src/client/request.ts").CallRoute>;
  export const consoleRoutes: Routes<
    import("../../src/contract/api/console/operations.ts").ConsoleOperationId
  >;
  export const researchRoutes: Routes<import("../../src/contract/api/operations.ts").OperationId>;
}
