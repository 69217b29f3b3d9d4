/**
 * A generated judged collection of invented words, so that only the collection itself defines which belong together.
 * Each family of queries has answers that one channel of the ranking finds and the others do not.
 */

import type { ProjectRecord } from "../../src/contract/records/project-record.ts";
import { documentOf, type TestDocument } from "../../src/publish/workbench.case.ts";
import { seededRandom } from "../../src/search/random.ts";
import type { Judged, Judgements } from "./ranking.ts";

type Project = Partial<ProjectRecord> & { slug: string };

const random = seededRandom(20_260_101);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const consonants = [..."bdfgklmnprtvz"];
const vowels = [..."aiou"];
const used = new Set<string>();

/** A new word of three syllables, with an ending that no stemmer removes. */
function newWord(): string {
  const syllable = () => pick(consonants) + pick(vowels);
  const word = `${syllable()}${syllable()}${syllable()}k`;
  if (used.has(word)) return newWord();
  used.add(word);
  return word;
}

const newWords = (count: number) => Array.from({ length: count }, newWord);

/** `count` words of the list, any order, repeats allowed. */
const draw = (words: readonly string[], count: number) => Array.from({ length: count }, () => pick(words));

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((x, y) => x.key - y.key)
    .map(({ item }) => item);
}

/** Words as a paragraph of sentences; long enough for a separate chunk. */
function paragraph(words: readonly string[]): string {
  const order = shuffled(words);
  const sentences: string[] = [];
  for (let i = 0; i < order.length; i += 10) sentences.push(`${order.slice(i, i + 10).join(" ")}.`);
  return sentences.join(" ");
}

/** Words of every text. */
const common = newWords(60);

/** A subject: words that all its texts share, and concepts with two names each. */
interface Topic {
  context: string[];
  things: { one: string; other: string }[];
}

const newTopic = (): Topic => ({
  context: newWords(12),
  things: Array.from({ length: 3 }, () => ({ one: newWord(), other: newWord() })),
});

/** Texts about a subject that use only one of the two names of each concept. */
function topicText(topic: Topic, name: "one" | "other"): string[] {
  const names = topic.things.map((thing) => thing[name]);
  return [...draw(names, 8), ...draw(topic.context, 24), ...draw(common, 24)];
}

const judgedAs = (ids: readonly string[], grade = 1): Judgements =>
  Object.fromEntries(ids.map((id) => [id, grade]));

const topics = 20;
/** Of a topic: texts that use the names of the query, and those that use the others. */
const sameNames = 3;
const otherNames = 7;

interface Archive {
  documents: TestDocument[];
  queries: Judged[];
}

function newArchive() {
  const documents: TestDocument[] = [];
  const queries: Judged[] = [];
  return {
    documents,
    queries,
    /** Adds a text and returns its id. */
    add: (...paragraphs: readonly string[][]): string => {
      const number = documents.length;
      const content = paragraphs.map(paragraph).join("\n\n");
      const document = documentOf(number, {
        source: "essays",
        title: `Text ${number}`,
        author: null,
        content,
      });
      documents.push(document);
      return document.documentId;
    },
    ask: (kind: string, words: readonly string[], judgements: Judgements) => {
      queries.push({ id: `${kind}-${queries.length}`, kind, query: words.join(" "), judgements });
    },
  };
}

/** Answers that only vectors find: texts about the same subject. */
function newSubjects(): Archive {
  const { documents, queries, add, ask } = newArchive();
  // Most answers use other names than the query.
  for (let t = 0; t < topics; t++) {
    const topic = newTopic();
    const same = Array.from({ length: sameNames }, () => add(topicText(topic, "one")));
    const other = Array.from({ length: otherNames }, () => add(topicText(topic, "other")));
    const names = topic.things.map(({ one }) => one);
    ask("other words", names, judgedAs([...same, ...other]));
  }
  // Of the query's words one is used in four subjects, the others in one text each, which no vector knows: only the
  // texts found by these tell which of the subjects is meant.
  for (let group = 0; group < 3; group++) {
    const ambiguous = newWord();
    for (let t = 0; t < 4; t++) {
      const topic = newTopic();
      const text = () => [...topicText(topic, "one"), ...new Array<string>(4).fill(ambiguous)];
      const rare = newWords(5);
      const named = rare.map((word) => add([...text(), word, word]));
      const others = rare.map(() => add(text()));
      ask("same subject", [...rare, ambiguous], judgedAs([...named, ...others]));
    }
  }
  return { documents, queries };
}

/** Answers that only word positions find. All texts about one query contain the same filler. */
function newPlaces(): Archive {
  const { documents, queries, add, ask } = newArchive();
  for (let q = 0; q < 12; q++) {
    const words = newWords(3);
    const fillers = words.map(() => draw(common, 150));
    for (let d = 0; d < 9; d++) add(...fillers.map((filler, i) => [...filler, words[i] as string]));
    const together = add(...fillers.map((filler, i) => [...filler, ...(i === 1 ? words : [])]));
    ask("one passage", words, judgedAs([together]));
  }
  // No passage of the answer contains more than one word of the query, but together they contain all.
  for (let q = 0; q < 12; q++) {
    const words = newWords(4);
    const fillers = words.map(() => draw(common, 150));
    for (let d = 0; d < 9; d++) {
      const two = shuffled(words).slice(0, 2);
      add(...fillers.map((filler, i) => [...filler, ...(i === 0 ? two : [])]));
    }
    const answer = add(...fillers.map((filler, i) => [...filler, words[i] as string]));
    ask("whole document", words, judgedAs([answer]));
  }
  return { documents, queries };
}

interface Hackathon {
  projects: Project[];
  queries: Judged[];
}

function newHackathon(): Hackathon {
  const projects: Project[] = [];
  const queries: Judged[] = [];
  const hackathon = { slug: "spring", name: "Spring", startDate: "2025-03-01" };
  const noTags = { problemTags: [], solutionTags: [], primitives: [], techStack: [], targetUsers: [] };
  const add = (words: readonly string[], fields: Partial<ProjectRecord> = {}): string => {
    const slug = `project-${projects.length}`;
    const createdAt = "2025-03-02T00:00:00.000Z";
    const description = paragraph(words);
    projects.push({ slug, name: newWord(), description, hackathon, createdAt, tags: noTags, ...fields });
    return slug;
  };
  const ask = (kind: string, query: string, judgements: Judgements) =>
    queries.push({ id: `${kind}-${queries.length}`, kind, query, judgements });

  for (let t = 0; t < topics; t++) {
    const topic = newTopic();
    const texts = [
      ...Array.from({ length: sameNames }, () => topicText(topic, "one")),
      ...Array.from({ length: otherNames }, () => topicText(topic, "other")),
    ];
    const slugs = texts.map((words) => add(words));
    ask("other words", topic.things.map(({ one }) => one).join(" "), judgedAs(slugs));
  }
  // A name that occurs nowhere else: too rare for a vector.
  for (let q = 0; q < 12; q++) {
    const name = `${newWord()} ${newWord()}`;
    ask("name", name, judgedAs([add(draw(common, 40), { name })]));
  }
  // Ten projects mention a concept, three have it as a tag.
  for (let q = 0; q < 12; q++) {
    const words = newWords(2);
    for (let d = 0; d < 10; d++) add([...draw(common, 30), ...words, ...words, ...words]);
    const tags = { ...noTags, primitives: [words.join(" ")] };
    const answers = Array.from({ length: 3 }, () => add(draw(common, 40), { tags }));
    ask("tag", words.join(" "), judgedAs(answers));
  }
  return { projects, queries };
}

/** The same in every run. */
export const subjects: Archive = newSubjects();
export const places: Archive = newPlaces();
export const hackathon: Hackathon = newHackathon();
