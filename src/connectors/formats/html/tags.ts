/** Reads the tags of HTML one after the other, without building a tree: linear, whatever the nesting. */
import { setImmediate as turn } from "node:timers/promises";
import { Tokenizer } from "htmlparser2";

export interface TagHandler {
  /** `name` and the names of attributes are in lower case; the first of equal attributes counts. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close?(name: string): void;
  /** A part of the text of an element or of a script, with character references resolved. */
  text?(text: string): void;
}

/** Characters read before other work of the process continues. */
const SLICE = 128 * 1_024;
const MAX_ATTRIBUTES = 50;
/** `data:` addresses can be long, and mean nothing here. */
const MAX_VALUE = 20_000;

/** `xml`: XML instead of HTML; entities that a document declares are not expanded. */
export async function readTags(text: string, handler: TagHandler, { xml = false } = {}): Promise<void> {
  let name = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let value = "";
  const append = (more: string) => {
    if (value.length < MAX_VALUE) value += more;
  };
  const slice = (start: number, end: number) => text.slice(start, end);
  const named = (start: number, end: number) => slice(start, end).toLowerCase();
  const opened = () => {
    handler.open(name, attributes);
    attributes = new Map();
  };
  const tokenizer = new Tokenizer(
    { xmlMode: xml, decodeEntities: true },
    {
      onopentagname(start, end) {
        name = named(start, end);
      },
      onattribname(start, end) {
        attribute = named(start, end);
      },
      onattribdata: (start, end) => append(slice(start, end)),
      onattribentity: (codePoint) => append(String.fromCodePoint(codePoint)),
      onattribend() {
        if (!attributes.has(attribute) && attributes.size < MAX_ATTRIBUTES) attributes.set(attribute, value);
        value = "";
      },
      onopentagend: opened,
      onselfclosingtag() {
        opened();
        if (xml) handler.close?.(name);
      },
      onclosetag: (start, end) => handler.close?.(named(start, end)),
      ontext: (start, end) => handler.text?.(slice(start, end)),
      ontextentity: (codePoint) => handler.text?.(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => handler.text?.(slice(start, end - offset)),
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  for (let at = 0; at < text.length; at += SLICE) {
    if (at > 0) await turn();
    tokenizer.write(slice(at, at + SLICE));
  }
  tokenizer.end();
}
