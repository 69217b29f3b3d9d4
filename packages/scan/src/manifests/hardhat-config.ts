import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedLike } from "./manifest.ts";

/** Characters read of a configuration. It is a program, and is never run. */
const MAX_CHARACTERS = 200_000;

/** hardhat.config.* and truffle-config.*, read as text: the networks and their chain ids, the compiler. */
export const hardhatConfig: ManifestReader = {
  reads: namedLike(/^(?:hardhat\.config\.[cm]?[jt]s|truffle(?:-config)?\.[cm]?js)$/),
  read({ text }, reading) {
    const source = withoutComments(text.slice(0, MAX_CHARACTERS));
    for (const { name, chainId } of networksOf(source)) {
      const origin = "setting";
      if (chainId === undefined) reading.networks.push({ name, origin, quote: `networks: ${name}` });
      else reading.networks.push({ chainId, origin, quote: `networks: ${name}, chainId: ${chainId}` });
    }
    const compiler =
      /\bsolidity\s*:\s*(?:\{\s*(?:compilers\s*:\s*\[\s*\{\s*)?version\s*:\s*)?["'](\d[\d.]{2,20})["']/;
    const version = statedVersion(compiler.exec(source)?.[1]);
    if (version !== undefined) {
      reading.languages.push({ language: "Solidity", version, quote: `solidity: "${version}"` });
    }
  },
};

/** The keys of the object after `networks:`, each with the chain id stated in its value. */
function networksOf(source: string): { name: string; chainId?: number }[] {
  const start = /\bnetworks\s*:\s*\{/.exec(source);
  if (start === null) return [];
  const found: { name: string; chainId?: number }[] = [];
  let depth = 1;
  let key = "";
  let keyed = -1;
  let at = start.index + start[0].length;
  const close = (end: number) => {
    if (keyed < 0 || key === "") return;
    const chainId = /(?:chainId|network_id)\s*:\s*["']?(\d{1,15})\b/.exec(source.slice(keyed, end))?.[1];
    found.push(chainId === undefined ? { name: key } : { name: key, chainId: Number(chainId) });
    key = "";
    keyed = -1;
  };
  while (at < source.length && depth > 0) {
    const next = skipped(source, at);
    if (next > at) {
      const text = source.slice(at, next);
      if (depth === 1 && keyed < 0 && /^["']/.test(text)) key = text.slice(1, -1);
      at = next;
      continue;
    }
    const character = source.charAt(at);
    if ("{[(".includes(character)) depth++;
    else if ("}])".includes(character)) depth--;
    if (depth === 0 || (depth === 1 && character === ",")) close(at);
    if (depth === 1 && keyed < 0) {
      const word = /^[A-Za-z_$][\w$]*/.exec(source.slice(at, at + 60))?.[0];
      if (word !== undefined) {
        key = word;
        at += word.length;
        continue;
      }
      if (character === ":" && key !== "") keyed = at;
    }
    at++;
  }
  return found.filter(({ name }) => /^[\w-]{1,40}$/.test(name));
}

function withoutComments(source: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < source.length; ) {
    const end = skipped(source, at);
    if (end > at && source[at] === "/") {
      kept.push(source.slice(from, at), " ");
      from = end;
    }
    at = Math.max(end, at + 1);
  }
  kept.push(source.slice(from));
  return kept.join("");
}

/** The end of the string or comment that begins here, or the same position if none does. */
function skipped(source: string, at: number): number {
  const character = source.charAt(at);
  if (character === '"' || character === "'" || character === "`") {
    for (let end = at + 1; end < source.length; end++) {
      if (source[end] === "\\") end++;
      else if (source[end] === character) return end + 1;
    }
    return source.length;
  }
  if (character !== "/") return at;
  const closing = source[at + 1] === "/" ? "\n" : source[at + 1] === "*" ? "*/" : null;
  if (closing === null) return at;
  const end = source.indexOf(closing, at + 2);
  return end < 0 ? source.length : end + closing.length;
}
