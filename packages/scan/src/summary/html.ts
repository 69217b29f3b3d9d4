/** Converts HTML in a README to Markdown, or removes it. Each expression runs in linear time. */

const tags =
  "p|div|h[1-6]|br|hr|img|a|b|i|em|strong|sub|sup|table|thead|tbody|tr|td|th|ul|ol|li|details|summary|center|span|picture|source|video|audio|kbd|font|small|big|u|s|del|ins|svg|path|g|iframe|blockquote|dl|dt|dd|section|header|footer|nav|article|main|figure|figcaption|label|input|button|code|pre|samp|mark|q|cite";
// Time: linear, since a tag contains no further "<".
const tag = new RegExp(`<(/?)(${tags})(?=[\\s/>])[^<>]{0,4000}>`, "gi");

/** Tags of HTML only: `Vec<u8>` and `<your-key>` stay as they are. */
export function withoutHtml(text: string): string {
  return withoutSpans(text)
    .replace(tag, (_tag, slash: string, name: string) => replacement(name.toLowerCase(), slash === "/"))
    .replace(/&(?:nbsp|emsp|ensp|thinsp|#160);/gi, " ");
}

function replacement(name: string, closes: boolean): string {
  if (/^h[1-6]$/.test(name)) return closes ? "\n\n" : `\n\n${"#".repeat(Number(name[1]))} `;
  switch (name) {
    case "b":
    case "strong":
      return "**";
    case "li":
      return closes ? "" : "\n- ";
    case "td":
    case "th":
      return closes ? " | " : "";
    case "br":
      return "\n";
    case "p":
    case "div":
    case "details":
    case "summary":
    case "ul":
    case "ol":
    case "table":
    case "center":
    case "blockquote":
    case "section":
    case "hr":
    case "dl":
      return "\n\n";
    case "tr":
    case "dd":
    case "dt":
      return closes ? "" : "\n";
    default:
      return "";
  }
}

const spans = [
  { open: "<!--", close: "-->" },
  { open: "<style", close: "</style>" },
  { open: "<script", close: "</script>" },
];

/** Comments, styles and scripts with their content; an unclosed one ends at the end of its line. */
function withoutSpans(text: string): string {
  let rest = text;
  for (const { open, close } of spans) {
    const lower = rest.toLowerCase();
    let kept = "";
    let from = 0;
    let closed = true;
    for (let at = lower.indexOf(open); at !== -1; at = lower.indexOf(open, from)) {
      kept += rest.slice(from, at);
      const end: number = closed ? lower.indexOf(close, at) : -1;
      closed = end !== -1;
      const line: number = lower.indexOf("\n", at);
      from = closed ? end + close.length : line === -1 ? rest.length : line;
    }
    rest = kept + rest.slice(from);
  }
  return rest;
}
