/** Searches FAQs by keyword: a hit in the question outranks any number of hits in the answer. */
import { queryTerms } from "../../search/analysis/analyzer.ts";
import { tokenize } from "../../search/analysis/tokenizer.ts";

export interface SearchableFaq {
  question: string;
  answer: string;
}

/**
 * The FAQs that contain at least one keyword, best first: by keywords in the question, then by those in the answer,
 * then in input order. Keywords are stemmed words without stop words (all words, if there are only stop words); each
 * counts once, by its inverse document frequency ln(1 + N / n), where N is the number of FAQs and n the number
 * containing it.
 */
export function searchFaqs<T extends SearchableFaq>(faqs: readonly T[], q: string): T[] {
  const stemmed = queryTerms(q);
  const termsOf = stemmed.length > 0 ? queryTerms : plainWords;
  const keywords = stemmed.length > 0 ? stemmed : plainWords(q);
  const held = faqs.map((faq) => {
    const question = new Set(termsOf(faq.question));
    const answer = new Set(termsOf(faq.answer));
    return { faq, question, answer };
  });
  const weight = new Map(
    keywords.map((keyword) => {
      const holding = held.filter(({ question, answer }) => question.has(keyword) || answer.has(keyword));
      return [keyword, Math.log(1 + faqs.length / Math.max(1, holding.length))];
    }),
  );
  const sum = (terms: ReadonlySet<string>) =>
    keywords.reduce((total, keyword) => total + (terms.has(keyword) ? weight.get(keyword)! : 0), 0);
  return held
    .map(({ faq, question, answer }) => ({ faq, inQuestion: sum(question), inAnswer: sum(answer) }))
    .filter(({ inQuestion, inAnswer }) => inQuestion + inAnswer > 0)
    .sort((a, b) => b.inQuestion - a.inQuestion || b.inAnswer - a.inAnswer)
    .map(({ faq }) => faq);
}

function plainWords(text: string): string[] {
  return [...new Set(tokenize(text).map((token) => token.text))];
}
