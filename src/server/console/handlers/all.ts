/** Every handler of the console: the type requires one for each operation of the table. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";
import { auditHandlers } from "./audit.ts";
import { feedbackHandlers } from "./feedback.ts";
import { grantHandlers } from "./grants.ts";
import { importHandlers } from "./imports.ts";
import { memberHandlers } from "./members.ts";
import { ownContributionHandlers } from "./own-contributions.ts";
import { publishingHandlers } from "./publishing.ts";
import { recordHandlers } from "./records.ts";
import { savedSearchHandlers } from "./saved-searches.ts";
import { sessionHandlers } from "./session.ts";
import { shortlistHandlers } from "./shortlists.ts";
import { sourceInspectionHandlers } from "./source-inspection.ts";
import { sourceHandlers } from "./sources.ts";
import { suggestionHandlers } from "./suggestions.ts";
import { tokenHandlers } from "./token.ts";

export function consoleHandlers(context: HandlerContext): ConsoleHandlers {
  return {
    ...sessionHandlers(context),
    ...tokenHandlers(context),
    ...grantHandlers(context),
    ...memberHandlers(context),
    ...suggestionHandlers(context),
    ...feedbackHandlers(context),
    ...recordHandlers(context),
    ...sourceInspectionHandlers(context),
    ...shortlistHandlers(context),
    ...savedSearchHandlers(context),
    ...ownContributionHandlers(context),
    ...auditHandlers(context),
    ...sourceHandlers(context),
    ...publishingHandlers(context),
    ...importHandlers(context),
  };
}
