import { consoleRoutes } from "virtual:routes";
import { createClient } from "@prior-art/client";
import { createConsoleClient, pageOptions } from "../../../src/client/console-client.ts";

export const client = createConsoleClient(consoleRoutes);
/** The operations of the API, with the session of the page. */
export const research = createClient({ ...pageOptions, baseUrl: "/console/api/v1" });
