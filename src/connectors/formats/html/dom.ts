/** What is used of the Document Object Model: TypeScript's declarations of it are for browsers. */
import { parseHTML } from "linkedom";

export interface DomElement {
  /** In upper case. */
  readonly nodeName: string;
  readonly textContent: string;
  readonly parentElement: DomElement | null;
  readonly nextElementSibling: DomElement | null;
  readonly previousElementSibling: DomElement | null;
  readonly childElementCount: number;
  getAttribute(name: string): string | null;
  closest(selector: string): DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  normalize(): void;
}

export interface DomDocument {
  readonly body: DomElement;
}

/** `content`: that of the body. */
export function documentOf(content: string): DomDocument {
  const html = `<!doctype html><html><head></head><body>${content}</body></html>`;
  const document = parseHTML(html).document as unknown as DomDocument;
  // Each character reference is a text of its own until they are joined.
  document.body.normalize();
  return document;
}
