/** Every handler of the console: the type demands one for each operation of the table. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";
import { memberHandlers } from "./members.ts";
import { sessionHandlers } from "./session.ts";
import { tokenHandlers } from "./token.ts";

export function consoleHandlers(context: HandlerContext): ConsoleHandlers {
  return { ...sessionHandlers(context), ...tokenHandlers(context), ...memberHandlers(context) };
}
