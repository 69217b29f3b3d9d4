/** Checks every response against the contract's schema and the OpenAPI document that the server serves. */
import { isDeepStrictEqual } from "node:util";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { errorBodySchema, errorTable } from "../../../src/contract/api/errors.ts";
import type { Operation } from "../../../src/contract/api/operations.ts";

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

const documentId = "openapi";
const pointerStep = (step: string) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));

type OpenApi = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };

/** Compiling the schemas takes long: the servers of a test run have few documents. */
const checkers = new Map<string, AnswerChecker>();

/** The checker for a server's OpenAPI document, given as JSON text. */
export function answerChecker(document: string): AnswerChecker {
  const checker = checkers.get(document) ?? new AnswerChecker(JSON.parse(document));
  checkers.set(document, checker);
  return checker;
}

export class AnswerChecker {
  readonly #document: OpenApi;
  readonly #ajv: Ajv2020.default;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#document = document as OpenApi;
    this.#ajv = new Ajv2020.default({ strict: false, allErrors: true });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ ...document, $id: documentId });
  }

  /** Throws an error that names the mismatch. */
  check(operation: Operation, answer: Answer): void {
    const where = `${operation.method} ${operation.path} → ${answer.status}`;
    if (answer.status === operation.successStatus) this.#checkSuccess(operation, answer, where);
    else checkError(answer, where);
    const [media = ""] = (answer.headers.get("content-type") ?? "").split(";");
    const validate = this.#validator(operation, { status: answer.status, media }, where);
    if (!validate(answer.body))
      throw new Error(
        `${where} is not what the OpenAPI document says: ${this.#ajv.errorsText(validate.errors)}`,
      );
  }

  #checkSuccess(operation: Operation, { body }: Answer, where: string): void {
    const parsed = operation.response.safeParse(body);
    if (!parsed.success) throw new Error(`${where} breaks the contract: ${parsed.error.message}`);
    // Parsing drops fields that are not in the schema.
    if (!isDeepStrictEqual(parsed.data, body)) throw new Error(`${where} holds fields beyond the contract`);
  }

  #validator(
    operation: Operation,
    { status, media }: { status: number; media: string },
    where: string,
  ): ValidateFunction {
    const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
    const method = operation.method.toLowerCase();
    if (!this.#document.paths[path]?.[method]?.responses[status])
      throw new Error(`${where} is a status that the OpenAPI document does not list`);
    const steps = ["paths", path, method, "responses", String(status), "content", media, "schema"];
    const $ref = `${documentId}#/${steps.map(pointerStep).join("/")}`;
    const compiled = this.#compiled.get($ref) ?? this.#ajv.compile({ $ref });
    this.#compiled.set($ref, compiled);
    return compiled;
  }
}

/** Every error has the same shape, the status of its code, and a requestId exactly when it is a 5xx. */
export function checkError({ status, headers, body }: Answer, where: string): void {
  const error = errorBodySchema.strict().parse(body);
  const row = errorTable[error.code];
  if (row.status !== status || row.retryable !== error.retryable)
    throw new Error(`${where}: ${error.code} does not go with ${status}, retryable ${error.retryable}`);
  if ((error.requestId !== undefined) !== status >= 500)
    throw new Error(`${where}: a requestId belongs to a 5xx and to nothing else`);
  if (error.requestId !== undefined && error.requestId !== headers.get("x-request-id"))
    throw new Error(`${where}: the body's requestId is not the response's`);
  if (status === 429 && !/^[1-9][0-9]*$/.test(headers.get("retry-after") ?? ""))
    throw new Error(`${where}: a 429 without a Retry-After of whole seconds, at least 1`);
}
