/**
 * Words by which a question asks, such as `has anyone built … ?` and `show me projects that …`: they say nothing of what
 * is asked for, but texts contain some of them.
 */
import { analyze } from "../search/analysis/analyzer.ts";

const people = "(?:anyone|anybody|someone|somebody|people|teams?|any teams?|others)";
const made =
  "(?:built|build|made|make|created|create|tried|try|developed|develop|written|write|published|done|worked on)";
const things =
  "(?:projects?|apps?|applications?|startups?|products?|tools?|solutions?|teams?|hackathon projects?|companies|" +
  "something|anything|documents?|papers?|articles?|posts?|examples?)";
const way = `(?:an? |the |any |some )?(?:way|${things})`;
const toDo = "(?:that|which|who|to|for|about|on|of|where|like)";

/** At the start, tried in this order; each may apply once. */
const beginnings = [
  `(?:please )?(?:can you |could you )?(?:show|find|give|get|tell|list) (?:me|us|all|some)(?: about)?(?: all| some| any)?(?: ${things})?(?: ${toDo})?`,
  `(?:show|find|list)(?: of)? ${things} ${toDo}`,
  `(?:i am|i'm|im|we are|we're) (?:looking|searching) for`,
  `looking for`,
  `(?:has|have|had|did|does|do) ${people}(?: here)?(?: ever| already)? ${made}(?: to ${made})?`,
  `(?:who|what|which|how many)(?: other)?(?: ${things})?(?: has| have| had)?(?: ever| already)? ${made}`,
  `(?:is|are|was|were) there(?: already)?(?: an?| any| some)?(?: existing)?(?: ${things})?`,
  `(?:what|which)(?: other)? ${things}(?: exist| are there| is there)?`,
  `what exists`,
  `(?:what|anything|something)(?: has been| is| was) (?:written|published|said|known)`,
  // Time: bounded by the words of a frame, since it is anchored and repeats nothing.
].map((frame) => new RegExp(`^(?:${frame})(?=\\s|$)`, "iu"));
/** Directly behind one. */
// Time: bounded in the same way.
const behind = [new RegExp(`^${way} ${toDo}(?=\\s)`, "iu"), new RegExp(`^${toDo}(?=\\s)`, "iu")];
const end = /(?<=\s)(?:hackathon )?(?:projects?|startups?|apps?|companies|teams?)(?=[\s?!.]*$)/iu;

/** The query without them; as given where it begins with none, or where nothing else would be left. */
export function withoutAskingWords(query: string): string {
  let rest = query;
  for (const frame of beginnings) rest = drop(rest, frame);
  if (rest === query) return query;
  for (const frame of behind) rest = drop(rest, frame);
  rest = drop(rest, end);
  return analyze(rest).length === 0 ? query : rest;
}

function drop(text: string, frame: RegExp): string {
  return text.replace(frame, "").trim();
}
