/** Detects generated and vendored files by their names. */
const GENERATED_NAME =
  /(?:[.-]min\.(?:js|css|mjs)|\.bundle\.js|\.pb\.(?:go|dart|cc|h)|_pb2(?:_grpc)?\.pyi?|_pb\.(?:js|ts)|\.(?:g|freezed|gr)\.dart|\.generated\.\w+|\.designer\.cs|^gradlew(?:\.bat)?|^mvnw(?:\.cmd)?|^jquery[.\w-]*\.js|^bootstrap[.\w-]*\.(?:js|css)|^\.pnp\.c?js)$/i;

/** Documentation folders, which are not part of the product. */
const DOCUMENTATION = /(?:^|\/)(?:docs?|documentation|man|javadoc)\//i;

const GENERATED_HEAD = /@generated|\bcode generated\b|\bauto-?generated\b|\bdo not edit\b/i;
const HEAD = 1000;
const MAX_MEAN_LINE = 300;

export function isGeneratedName(path: string): boolean {
  return GENERATED_NAME.test(path.slice(path.lastIndexOf("/") + 1)) || DOCUMENTATION.test(path);
}

/** Whether the text states that it is generated, or has the long lines of minified code. */
export function isGeneratedText(text: string): boolean {
  if (GENERATED_HEAD.test(text.slice(0, HEAD))) return true;
  if (text.length < 5 * MAX_MEAN_LINE) return false;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return text.length / lines > MAX_MEAN_LINE;
}
