import { useSyncExternalStore } from "react";
import { Banner } from "../ui/banner.tsx";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** A service on this machine is reached without a network. */
const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online || isLocal) return null;
  return (
    <div className="mx-auto mb-4 max-w-4xl">
      <Banner tone="warning" title="You are offline">
        What is shown may be out of date; nothing that you typed is lost.
      </Banner>
    </div>
  );
}
