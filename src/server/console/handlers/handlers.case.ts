/** Handlers over ports that record their calls and return what a test sets. */
import type { SignedIn } from "../../../accounts/sign-in/types.ts";
import type { ConsoleInput, ConsoleOperationId } from "../../../contract/api/console/operations.ts";
import { ada } from "../console.case.ts";
import type { ConsoleRequest, HandlerContext } from "../ports.ts";
import { consoleHandlers } from "./all.ts";

export type Calls = [name: string, ...parameters: unknown[]][];

/** Each method appends its call, as `port.method`, and returns its answer: a value, or a function of its parameters. */
export function recordedPorts(answers: Record<string, unknown> = {}) {
  const calls: Calls = [];
  const methodOf = (name: string) => {
    return (...parameters: unknown[]) => {
      calls.push([name, ...parameters]);
      const answer = answers[name];
      return typeof answer === "function" ? answer(...parameters) : answer;
    };
  };
  const port = (name: string, others: Record<string, object> = {}): object =>
    new Proxy(others, {
      get: (_, method) => others[String(method)] ?? methodOf(`${name}.${String(method)}`),
    });
  const context = {
    imports: port("imports"),
    sources: port("sources"),
    publishing: port("publishing"),
    signIn: port("signIn"),
    records: port("records"),
    accounts: port("accounts", { audit: port("audit") }),
    oauth: port("oauth"),
    reviews: port("reviews"),
    saved: { shortlists: port("shortlists"), searches: port("searches") },
    inspection: port("inspection"),
    readSource: methodOf("readSource"),
    origin: () => "https://research.example.org",
    pageLimits: port("pageLimits"),
    service: "acme",
  } as unknown as HandlerContext;
  const handlers = consoleHandlers(context);
  return {
    calls,
    /** The answer of an operation to a request of Ada, unless another member is given. */
    answer: <Id extends ConsoleOperationId>(
      id: Id,
      input: unknown = {},
      change: Partial<ConsoleRequest<"signIn">> & { member?: SignedIn | null } = {},
    ) =>
      handlers[id]({
        input: input as ConsoleInput<Id>,
        bytes: new Uint8Array(),
        member: ada,
        headers: new Headers(),
        address: "192.0.2.1",
        isLocal: false,
        origin: "https://research.example.org",
        ...change,
      } as ConsoleRequest<Id>),
  };
}
