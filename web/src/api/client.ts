import { consoleRoutes, researchRoutes } from "virtual:routes";
import { createConsoleClient } from "../../../src/client/console-client.ts";
import { createResearchClient } from "../../../src/client/research-client.ts";

export const client = createConsoleClient({ routes: consoleRoutes });
export const research = createResearchClient({ routes: researchRoutes });
