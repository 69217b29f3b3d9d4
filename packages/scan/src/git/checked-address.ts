/** Calls git with the address of a repository whose host was checked. */
import { CloneFailure } from "./clone-failure.ts";
import { checkedAddresses, type Network, pinned } from "./public-address.ts";
import { movedTo } from "./redirects.ts";

/** Arguments of a call of git. */
export interface CheckedAddress {
  url: string;
  protocol: string;
  /** Makes git connect to the checked addresses only. */
  config: readonly string[];
}

/** When the server redirects, `use` is called again with the final address, checked in the same way. */
export async function withCheckedAddress<T>(
  url: string,
  { network, signal }: { network: Network; signal: AbortSignal },
  use: (address: CheckedAddress) => Promise<T>,
): Promise<T> {
  const useAt = async (address: string) => {
    const at = new URL(address);
    const config = pinned(at, await checkedAddresses(at, network));
    return use({ url: address, protocol: at.protocol.slice(0, -1), config });
  };
  try {
    return await useAt(url);
  } catch (failure) {
    if (!isRedirect(failure)) throw failure;
    return await useAt(await movedTo(url, network, signal));
  }
}

function isRedirect(error: unknown): boolean {
  return (
    error instanceof CloneFailure &&
    /returned error: 30\d|update url base from redirection/i.test(error.message)
  );
}
