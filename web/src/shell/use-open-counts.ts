import { useQuery } from "@tanstack/react-query";
import { client } from "../api/client.ts";

/** What waits for an administrator. */
export interface OpenCounts {
  suggestions: number;
  feedback: number;
}

const first = { state: "open", limit: 1 } as const;

/** Zero for other members, and while unknown. Reviews on the pages change the counts, too. */
export function useOpenCounts(isAdmin: boolean): OpenCounts {
  const suggestions = useQuery({
    queryKey: ["listSuggestions", first],
    queryFn: ({ signal }) => client.call("listSuggestions", first, { signal }),
    enabled: isAdmin,
  });
  const feedback = useQuery({
    queryKey: ["listFeedback", first],
    queryFn: ({ signal }) => client.call("listFeedback", first, { signal }),
    enabled: isAdmin,
  });
  return { suggestions: suggestions.data?.total ?? 0, feedback: feedback.data?.total ?? 0 };
}
