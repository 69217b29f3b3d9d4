import type { RpcProvider } from "../../../../src/contract/api/resources.ts";
import { Card } from "../../ui/card.tsx";
import { Links } from "./links.tsx";

export function Providers({ providers }: { providers: readonly RpcProvider[] }) {
  if (providers.length === 0) return null;
  return (
    <section aria-labelledby="providers" className="space-y-3">
      <h2 id="providers" className="pt-2 text-lg font-semibold">
        RPC providers
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        {providers.map(({ name, trackId, description, offer, links }) => (
          <Card key={`${trackId} ${name}`} title={name}>
            <div className="space-y-3">
              <p>{description}</p>
              {offer && (
                <p className="text-sm">
                  <span className="font-medium">Offer: </span>
                  {offer}
                </p>
              )}
              <Links links={links} />
            </div>
          </Card>
        ))}
      </div>
    </section>
  );
}
