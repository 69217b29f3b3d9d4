declare module "virtual:console-routes" {
  export const consoleRoutes: import("../../src/client/console-client.ts").ConsoleRoutes;
}
