/** Counts how members spell a word: NFT or nft, marketplace or marketplaces. */

export class WordForms {
  readonly #counts = new Map<string, Map<string, number>>();

  /** Counts a stretch of words. Its first word may be a capital only because a sentence begins. */
  add(stretch: readonly string[]): void {
    // Titles And Shouting Say Nothing About Capitals.
    const capitals = stretch.filter((word) => /^\p{Lu}/u.test(word)).length;
    if (stretch.length > 2 && capitals > stretch.length * 0.7) return;
    for (let i = stretch.length > 1 ? 1 : 0; i < stretch.length; i++) {
      const word = stretch[i]!;
      const lower = word.toLowerCase();
      const forms = this.#counts.get(lower) ?? new Map<string, number>();
      forms.set(word, (forms.get(word) ?? 0) + 1);
      this.#counts.set(lower, forms);
    }
  }

  /** Number of occurrences of a word in any spelling. */
  count(word: string): number {
    let sum = 0;
    for (const count of this.#counts.get(word.toLowerCase())?.values() ?? []) sum += count;
    return sum;
  }

  /** As written in a title: an initial capital, unless most write it with other capitals (AI, DeFi, zkTLS). */
  inTitle(word: string): string {
    const lower = word.toLowerCase();
    if (smallWords.has(lower)) return lower;
    return lower
      .split("-")
      .map((part) => this.#part(part))
      .join("-");
  }

  /** As written inside a sentence: the commonest spelling there. */
  inSentence(word: string): string {
    const lower = word.toLowerCase();
    const whole = this.#usual(lower);
    if (whole !== lower) return whole;
    return lower
      .split("-")
      .map((part) => this.#abbreviated(part))
      .join("-");
  }

  #part(lower: string): string {
    const usual = this.#usual(lower);
    if (/^.+\p{Lu}/u.test(usual)) return usual;
    const abbreviated = this.#abbreviated(lower);
    return abbreviated === lower ? lower.charAt(0).toUpperCase() + lower.slice(1) : abbreviated;
  }

  /** Abbreviations may be written in lower case, and their plurals rarely have capitals: NFTs is treated like NFT. */
  #abbreviated(lower: string): string {
    if (abbreviations.has(lower)) return abbreviations.get(lower)!;
    if (!lower.endsWith("s") || lower.length < 3) return lower;
    const singular = lower.slice(0, -1);
    const usual = this.#usual(singular);
    if (abbreviations.has(singular)) return `${abbreviations.get(singular)}s`;
    return /^\p{Lu}{2,}$/u.test(usual) && this.count(singular) > this.count(lower) ? `${usual}s` : lower;
  }

  #usual(lower: string): string {
    let best = lower;
    let most = 0;
    for (const [form, count] of this.#counts.get(lower) ?? [])
      if (count > most || (count === most && form < best)) {
        best = form;
        most = count;
      }
    return best;
  }
}

/** Correct spellings of words that members write in lower case, as in tags. */
const abbreviations = new Map(
  (
    "AI AMM API APY AR ASIC AWS CI CLI CPU CSV DAO DAOs DeFi DeSci DEX DID ENS ERC ETH EU EVM FHE GPS GPU HTTP HTTPS ID " +
    "IoT IPFS JSON KYC LLM LP MCP MEV MPC NFC NFT NGO NLP OCR P2P PDF QR RPC RWA SDK SMS SNARK SQL TEE TTS TV UI URL USDC " +
    "USDT UX VR XR ZK zkML zkTLS SocialFi GameFi GitHub JavaScript TypeScript"
  )
    .split(" ")
    .map((form) => [form.toLowerCase(), form]),
);

/** A tag, usually lower-case, as written inside a sentence. */
export function tagInSentence(tag: string): string {
  return tag
    .split(" ")
    .map((word) => {
      const lower = word.toLowerCase();
      return word === lower ? (abbreviations.get(lower) ?? word) : word;
    })
    .join(" ");
}

const smallWords = new Set(["of", "to", "and", "for", "in", "on", "with", "the", "a", "or"]);
