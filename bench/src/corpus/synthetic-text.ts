/**
 * Text with the statistics that matter to a search engine: Zipfian words, documents that keep to a few topics,
 * sentences, paragraphs, lengths that vary a hundredfold. It has no meaning.
 */
import { seededRandom } from "../measure/random.ts";
import { wordOf, Zipf } from "./zipf.ts";

const vocabularySize = 120_000;
const topicCount = 240;
const wordsPerTopic = 1_500;
/** Share of words that come from the document's topics. */
const topicShare = 0.45;
const functionWords =
  "the of and to a in is that it for on with as are this be by from or an which not".split(" ");
const functionShare = 0.35;

const general = new Zipf(vocabularySize, 1.02);
const ofTopic = new Zipf(wordsPerTopic, 0.9);
const topics = new Zipf(topicCount, 0.7);

export class SyntheticText {
  readonly #random: () => number;
  #topics: number[] = [];

  /** Every seed gives a different text. */
  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const count = 1 + Math.floor(this.#random() * 3);
    this.#topics = Array.from({ length: count }, () => topics.draw(this.#random()));
  }

  random(): number {
    return this.#random();
  }

  /** A content word: of one of the text's topics, or any. */
  content(): string {
    if (this.#random() >= topicShare / (1 - functionShare)) return wordOf(general.draw(this.#random()));
    const topic = this.#topics[Math.floor(this.#random() * this.#topics.length)]!;
    // A topic's words are scattered over the vocabulary, so that some are frequent and most are not.
    return wordOf((ofTopic.draw(this.#random()) * 79 + topic * 4_057) % vocabularySize);
  }

  title(): string {
    const words = Array.from({ length: 3 + Math.floor(this.#random() * 6) }, () => this.content());
    return capital(words.join(" "));
  }

  /** About `characters` characters, in sentences and paragraphs, some under a heading. */
  prose(characters: number): string {
    const parts: string[] = [];
    for (let length = 0; length < characters; ) {
      if (parts.length > 0 && this.#random() < 0.12) parts.push(`## ${this.title()}`);
      const sentences = Array.from({ length: 2 + Math.floor(this.#random() * 6) }, () => this.sentence());
      parts.push(sentences.join(" "));
      length += parts.at(-1)!.length + 2;
    }
    return parts.join("\n\n");
  }

  sentence(): string {
    const words = Array.from({ length: 6 + Math.floor(this.#random() * 18) }, () =>
      this.#random() < functionShare
        ? functionWords[Math.floor(this.#random() ** 2 * functionWords.length)]!
        : this.content(),
    );
    return `${capital(words.join(" "))}.`;
  }

  /** Normally distributed logarithm: median `median`, two thirds within a factor of e^spread. */
  length(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(this.#random() + 1e-12)) * Math.cos(2 * Math.PI * this.#random());
    return Math.round(median * Math.exp(spread * normal));
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
