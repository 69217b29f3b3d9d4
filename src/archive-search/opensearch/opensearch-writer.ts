/** Keeps archives in OpenSearch: prepares indices, takes segments, and deletes those that no installation uses. */
import { ArchiveBackendError } from "../archive-backend-error.ts";
import type { ArchiveWriter, SegmentSize } from "../archive-writer.ts";
import { bulkQueue } from "./bulk-queue.ts";
import { type ClusterOptions, openCluster } from "./cluster.ts";
import { indexGroup, indexNames } from "./indices.ts";
import { prepareIndices } from "./prepare-indices.ts";
import { segmentSink } from "./segment-sink.ts";
import { countSegment, countSegments, deleteSegments, usedSegments, useSegments } from "./segments.ts";

/** Rejects with an ArchiveBackendError where the cluster cannot be used. `dimensions`: of the embedder's vectors. */
export async function openArchiveWriter(
  options: ClusterOptions,
  { dimensions, timeoutMs }: { dimensions: number; timeoutMs: number },
): Promise<ArchiveWriter> {
  const cluster = openCluster({ ...options, timeoutMs });
  const group = indexGroup(options.prefix, dimensions);
  const names = indexNames(options.prefix, group);
  try {
    await prepareIndices(cluster, names, dimensions);
    const segments = await countSegments(cluster, names);
    return {
      group,
      segments,
      use: (installation, use) => useSegments(cluster, names, { installation, ...use }),
      beginSegment(file, terms) {
        const queue = bulkQueue(cluster);
        const { sent, ...sink } = segmentSink({ file, terms, names, dimensions, queue });
        return {
          ...sink,
          async finish() {
            await queue.flush();
            const held = await countSegment(cluster, names, file);
            if (!isSame(held, sent))
              throw new ArchiveBackendError(
                `OpenSearch holds ${held.documents} documents and ${held.chunks} passages of a segment with ` +
                  `${sent.documents} and ${sent.chunks}; publish again`,
              );
          },
        };
      },
      async collect() {
        const used = await usedSegments(cluster, names);
        const unused = [...(await countSegments(cluster, names)).keys()].filter((file) => !used(file));
        await deleteSegments(cluster, names, unused);
      },
      close: () => cluster.close(),
    };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

function isSame(held: SegmentSize, sent: SegmentSize): boolean {
  return held.documents === sent.documents && held.chunks === sent.chunks;
}
