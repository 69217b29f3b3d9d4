import { Gauge, Registry } from "prom-client";

/** The snapshot being served. */
export interface ServedSnapshot {
  id: string;
  projects: number;
  documents: number;
  chunks: number;
}

export interface Metrics {
  /** A separate registry, not the library's global one; the server adds its request metrics to it. */
  readonly registry: Registry;
  /** Call when a snapshot is activated; null when none is served. */
  snapshotServed(snapshot: ServedSnapshot | null): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `priorart_snapshot_${name}`, help, registers: [registry] });
  const counts = {
    projects: gauge("projects", "Projects in the snapshot being served"),
    documents: gauge("documents", "Archive documents in the snapshot being served"),
    chunks: gauge("chunks", "Archive chunks in the snapshot being served"),
  };
  const since = gauge(
    "since_timestamp_seconds",
    "When the snapshot being served was activated; 0: none is served",
  );
  const identity = new Gauge({
    name: "priorart_snapshot_info",
    help: "Always 1; the label names the snapshot being served",
    labelNames: ["id"],
    registers: [registry],
  });
  return {
    registry,
    snapshotServed(snapshot) {
      for (const name of ["projects", "documents", "chunks"] as const)
        counts[name].set(snapshot?.[name] ?? 0);
      since.set(snapshot === null ? 0 : Date.now() / 1000);
      identity.reset();
      if (snapshot !== null) identity.set({ id: snapshot.id }, 1);
    },
  };
}
