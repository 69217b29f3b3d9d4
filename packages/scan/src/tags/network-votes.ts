import { type Network, networks } from "../recognisers/recogniser.ts";
import type { Origin } from "../signal.ts";
import { confidenceOf } from "./confidence.ts";

/** What was found about the networks of one chain. */
export class NetworkVotes {
  readonly #votes = new Map<Network, { strength: number; places: Set<string> }>();

  /** Each place (file and evidence text) counts once. */
  add(network: Network, origin: Origin, place: string): void {
    const votes = this.#votes.get(network) ?? { strength: 0, places: new Set() };
    this.#votes.set(network, votes);
    votes.strength = Math.max(votes.strength, confidenceOf(origin));
    if (votes.places.size < 1000) votes.places.add(place);
  }

  /**
   * The network that the code targets: a public one where any is named (local ones are in every configuration), among
   * those the one with the strongest signal, then the most places, then in the order of `networks`.
   */
  winner(): Network | "unknown" {
    const ranked = [...this.#votes].sort(
      ([a, x], [b, y]) =>
        Number(a === "localnet") - Number(b === "localnet") ||
        y.strength - x.strength ||
        y.places.size - x.places.size ||
        networks.indexOf(a) - networks.indexOf(b),
    );
    return ranked[0]?.[0] ?? "unknown";
  }
}
