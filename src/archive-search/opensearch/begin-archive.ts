/** Begins requests on the archive of a snapshot that keeps it in OpenSearch. */
import type { CorpusSnapshot } from "../../corpus/snapshot.ts";
import { ArchiveBackendError } from "../archive-backend-error.ts";
import type { ArchiveSession } from "../archive-session.ts";
import { type Cluster, withDeadline } from "./cluster.ts";
import { indexNames } from "./indices.ts";
import { OpenSearchSession } from "./opensearch-session.ts";
import { segmentNumbers } from "./segment-numbers.ts";

/** Null where the archive is stored in the snapshot's own segments. */
export function beginArchive(
  { archive: outline, manifest }: Pick<CorpusSnapshot, "archive" | "manifest">,
  cluster: Cluster | null,
): (() => ArchiveSession) | null {
  const { remote, segments } = manifest.archive;
  if (!remote) return null;
  if (cluster === null)
    return () => {
      throw new ArchiveBackendError(
        "the snapshot's archive is in OpenSearch: set PRIORART_SEARCH_URL to the cluster that it was published to, " +
          "or publish again without it",
      );
    };
  const names = indexNames(cluster.prefix, remote.group);
  const archive = { outline, segments, numbers: segmentNumbers(segments), names };
  return () => new OpenSearchSession({ ...archive, cluster: withDeadline(cluster) });
}
