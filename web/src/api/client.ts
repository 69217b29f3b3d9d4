import { consoleRoutes } from "virtual:console-routes";
import { createConsoleClient } from "../../../src/client/console-client.ts";

export const client = createConsoleClient({ routes: consoleRoutes });
