/** Generated from the contract by scripts/client.ts; do not edit. */

import type { CallOptions } from "../options.ts";

/** The request of an operation that takes no fields. */
export type NoFields = Record<string, never>;

/** Codes of the service's errors. */
export type ServiceErrorCode =
  /** The body is not valid JSON. */
  | "INVALID_JSON"
  /** Bad parameters or unknown fields. */
  | "INVALID_QUERY"
  /** The request body is malformed. */
  | "BAD_REQUEST"
  /** The token is missing or invalid. */
  | "UNAUTHORIZED"
  /** The token lacks the scope for this resource. */
  | "FORBIDDEN"
  /** There is no such resource. */
  | "NOT_FOUND"
  /** The body exceeds 1 MB. */
  | "PAYLOAD_TOO_LARGE"
  /** The body's type, charset or content encoding is not supported. */
  | "UNSUPPORTED_MEDIA_TYPE"
  /** A rate or concurrency limit is exceeded; wait as Retry-After says. */
  | "RATE_LIMITED"
  /** Unexpected server error. */
  | "INTERNAL_ERROR"
  /** Infrastructure is temporarily unavailable. */
  | "SERVICE_UNAVAILABLE"
  /** The taxonomy is temporarily unavailable. */
  | "CATEGORIES_UNAVAILABLE"
  /** Evidence summaries are temporarily unavailable. */
  | "EVIDENCE_UNAVAILABLE"
  /** Hackathon resources are temporarily unavailable. */
  | "RESOURCES_UNAVAILABLE"
  /** The archive is temporarily unavailable. */
  | "ARCHIVE_UNAVAILABLE";

export interface Status {
  authenticated: boolean;
  expiresAt: string | null;
  /** granted scopes, separated by spaces */
  scope: string | null;
  /** never sent by this service: it shares no sessions */
  sessionSharingEnabled?: boolean;
}

export interface Me {
  profile: {
    displayName: string | null;
    username: string | null;
    bio: string | null;
    city: string | null;
    country: string | null;
    currentPosition: string | null;
    lookingToBuild: string | null;
    githubHandle: string | null;
    linkedinHandle: string | null;
    twitterHandle: string | null;
    telegramHandle: string | null;
    lookingForCollab: boolean;
    isUniversityStudent: boolean | null;
    languages: string[];
    roles: string[];
    rolesLookingFor: string[];
    skills: string[];
    interestedUseCases: string[];
    cofounderMatching: {
      hasProfile: boolean;
      publicPageUrl: string | null;
    };
  };
  /** empty strings when there is none */
  currentHackathon: {
    name: string;
    slug: string;
    registered: boolean;
  };
  /** newest first */
  projects: MyProject[];
  truncated: {
    /** there are more than 200 */
    projects: boolean;
    /** these projects have more than 2000 in total; the oldest are left out */
    updates: boolean;
  };
}

export interface MyProject {
  name: string;
  slug: string | null;
  publicPageUrl: string | null;
  program: {
    type: "hackathon" | "eternal";
    name: string;
    slug: string;
    current: boolean;
  };
  status: "draft" | "submitted";
  role: "owner" | "member";
  tracks: string[];
  description: string;
  /** the other team members; two fields of those without a visible profile */
  teammates: Array<ArenaProfile | {
    displayName: string | null;
    username: string | null;
  }>;
  /** null until results are published */
  prize: {
    type: string;
    name: string | null;
    amount: number | null;
    placement: number | null;
    honorableMention: boolean;
  } | null;
  acceleratorCompany: {
    name: string;
    cohort: string;
  } | null;
  /** newest first */
  updates: Array<{
    kind: "hackathon" | "eternal" | "buildLog";
    number: number | null;
    publishedAt: string;
    links: string[];
  }>;
  /** may contain draft and private fields */
  submission: {
    category: string | null;
    otherProductCategory: string | null;
    country: string | null;
    website: string | null;
    repoLink: string | null;
    presentationLink: string | null;
    technicalDemoLink: string | null;
    pitchVideoLink: string | null;
    demoVideoLink: string | null;
    twitterHandle: string | null;
    telegramHandle: string | null;
    liveProductLink: string | null;
    liveProductAccessInstructions: string | null;
    additionalInfo: string | null;
    whatBuilding: string | null;
    whyNow: string | null;
    technologies: string | null;
    repoContext: string | null;
    marketValidation: string | null;
    traction: string | null;
    competition: string | null;
    monetization: string | null;
    teamCommitment: string | null;
    teamLocationDetails: string | null;
    chainUsage: string | null;
    externalContributors: string | null;
    universityName: string | null;
    legalEntityDetails: string | null;
    investmentDetails: string | null;
    fundraisingDetails: string | null;
    liveTokenDetails: string | null;
    demoVideoPublic: boolean;
    isUniversityProject: boolean;
    isSolanaMobile: boolean;
    acceleratorOptIn: boolean | null;
    legalEntity: boolean | null;
    investmentReceived: boolean | null;
    currentlyFundraising: boolean | null;
    liveToken: boolean | null;
    chains: string[];
    /** answers to the event's own questions; null without any */
    surveyAnswers: unknown;
    eternalDetails: {
      targetAudience: string;
      teamSuitability: string;
      startedAndPriorities: string;
      raised: string;
      productDescription: string;
    } | null;
  };
}

export interface ArenaProfile {
  displayName: string | null;
  username: string | null;
  bio: string | null;
  city: string | null;
  country: string | null;
  currentPosition: string | null;
  lookingToBuild: string | null;
  githubHandle: string | null;
  linkedinHandle: string | null;
  twitterHandle: string | null;
  telegramHandle: string | null;
  lookingForCollab: boolean;
  isUniversityStudent: boolean | null;
  languages: string[];
  roles: string[];
  rolesLookingFor: string[];
  skills: string[];
  interestedUseCases: string[];
}

export interface Filters {
  tracks: Array<{
    key: string;
    name: string;
    hackathonSlug: string;
    projectCount: number;
  }>;
  labels: Array<{
    key: string;
    name: string;
    hackathonSlug: string;
    projectCount: number;
  }>;
  /** oldest first */
  hackathons: Array<{
    slug: string;
    name: string;
    startDate: string;
    projectCount: number;
    winnerCount: number;
  }>;
  acceleratorBatches: Array<{
    key: string;
    name: string;
    companyCount: number;
  }>;
  prizeTypes: string[];
  prizePlacements: number[];
  problemTags: Array<{
    tag: string;
    count: number;
  }>;
  solutionTags: Array<{
    tag: string;
    count: number;
  }>;
  primitives: Array<{
    tag: string;
    count: number;
  }>;
  techStack: Array<{
    tag: string;
    count: number;
  }>;
  targetUsers: Array<{
    tag: string;
    count: number;
  }>;
  archiveSources: Array<{
    key: string;
    label: string;
    documentCount?: number;
  }>;
  clusters: Array<{
    key: string;
    label: string;
    projectCount: number;
  }>;
}

export interface Categories {
  version: string;
  areas: Array<{
    key: string;
    label: string;
    definition: string;
  }>;
  categories: Array<{
    key: string;
    label: string;
    definition: string;
    areaKey: string;
  }>;
  other: {
    key: "other-emerging";
    label: string;
    definition: string;
  };
  insufficientInformation: {
    key: "insufficient-information";
    label: string;
    definition: string;
  };
}

export interface SearchProjectsResponse {
  results: ProjectSearchResult[];
  /** echo of the applied values */
  filtersApplied: {
    hackathons?: string[];
    trackKeys?: string[];
    labelKeys?: string[];
    filters?: Record<string, unknown>;
  };
  /** exact with an empty query; with a text query it only supports paging */
  totalFound: number;
  hasMore: boolean;
  categoryCountsOverlap?: boolean;
  facets?: Partial<Record<"categories" | "hackathons" | "tracks" | "labels" | "clusters" | "prizes" | "problemTags" | "solutionTags" | "primitives" | "techStack", FacetBucket[]>>;
  diagnostics?: SearchDiagnostics;
}

export interface SearchDiagnostics {
  modeUsed: "vector" | "text" | "hybrid" | "filters";
  fallbackUsed: boolean;
  fallbackReason?: string;
  vectorCandidates: number;
  textCandidates: number;
  tagCandidates: number;
  diversityDropped: number;
  missingVectorProjects?: number;
  missingVectorMatches?: number;
  totalFoundIsEstimate: boolean;
  queryExpanded: string;
  effectiveFilters: Record<string, unknown>;
}

export interface ProjectFilters {
  /** matches any listed key; at most 10 items */
  categoryKeys?: readonly string[] | undefined;
  /** also match a project's second category, false when left out; counts can then overlap */
  includeSecondaryCategories?: boolean | undefined;
  builtWith?: BuiltWithFilters | undefined;
  /** excludes honorable mentions */
  winnersOnly?: boolean | undefined;
  acceleratorOnly?: boolean | undefined;
  /** at most 10 items */
  acceleratorBatchKeys?: readonly string[] | undefined;
  /** at most 10 items */
  prizePlacements?: readonly number[] | undefined;
  /** at most 10 items */
  prizeTypes?: readonly string[] | undefined;
  isUniversityProject?: boolean | undefined;
  /** mobile-device projects */
  isSolanaMobile?: boolean | undefined;
  /** alias of isSolanaMobile; give only one of the two */
  isChainMobile?: boolean | undefined;
  /** at most 10 items */
  techStack?: readonly string[] | undefined;
  /** at most 10 items */
  primitives?: readonly string[] | undefined;
  /** at most 10 items */
  problemTags?: readonly string[] | undefined;
  /** at most 10 items */
  solutionTags?: readonly string[] | undefined;
  /** at most 10 items */
  targetUsers?: readonly string[] | undefined;
  /** at most 10 items */
  clusterKeys?: readonly string[] | undefined;
}

export interface ProjectSearchResult {
  slug: string;
  name: string;
  oneLiner: string | null;
  /** comparable only within one result set */
  similarity: number;
  hackathon: HackathonRef;
  /** prize tracks entered, not the track won */
  tracks: TrackRef[];
  labels: string[];
  trackClassification: "prize_tracks" | "submission_labels" | "ambiguous";
  award: "winner" | "honorable_mention" | null;
  links: Links;
  /** snippets showing why the project matched */
  evidence: string[];
  prize: Prize | null;
  metrics: {
    updatesCount: number;
    likesCount?: number;
    commentsCount?: number;
  };
  team: {
    count: number;
  };
  /** number of projects in the same cluster */
  crowdedness: number | null;
  tags: Tags | null;
  cluster: ClusterRef | null;
  accelerator: Accelerator | null;
  builtWith?: CompactBuiltWith | null;
  categories?: ProjectCategories | null;
  corpusRevision?: string;
  freshness?: ProjectFreshness;
  /** with explain */
  explanation?: Explanation;
}

export interface ProjectDetails {
  slug: string;
  name: string;
  description: string | null;
  oneLiner: string | null;
  hackathon: HackathonRef;
  tracks: TrackRef[];
  labels: string[];
  trackClassification: "prize_tracks" | "submission_labels" | "ambiguous";
  award: "winner" | "honorable_mention" | null;
  links: Links;
  team: {
    count: number;
    members: TeamMember[];
  };
  /** false for honorable mentions */
  isWinner: boolean;
  accelerator: Accelerator | null;
  createdAt: string;
  tags: Tags | null;
  cluster: ClusterRef | null;
  metrics: {
    updatesCount: number;
  } | null;
  prize: Prize | null;
  builtWith?: RepositoryTags | null;
  categories?: ProjectCategories | null;
  evidenceSummaries?: ProjectEvidence;
  corpusRevision?: string;
  freshness?: ProjectFreshness;
}

export interface SimilarProjectsResponse {
  /** most similar first, by vector and by the words of its one-liner; `similarity` is the closeness of the vectors; the record itself left out; none where it has no vector */
  results: ProjectSearchResult[];
}

export interface TeamMember {
  displayName: string | null;
  username: string | null;
  githubHandle: string | null;
  twitterHandle: string | null;
}

export interface ProjectEvidence {
  repoSummary: ProjectEvidenceSummary | null;
  pitchSummary: ProjectEvidenceSummary | null;
  demoSummary: ProjectEvidenceSummary | null;
}

export interface ProjectEvidenceSummary {
  /** Markdown */
  text: string;
  /** true only when the 12,000-character limit cut the text */
  truncated: boolean;
  sourceUrl: string | null;
  sourceRevision: string;
  sourceCapturedAt: string | null;
  generatedAt: string | null;
  indexedAt: string;
  /** the same value as sourceCapturedAt, under an older name */
  capturedAt: string | null;
  sourceInferred: boolean;
  evidenceId: string | null;
  extractorVersion: string;
}

export interface Explanation {
  /** empty without a query */
  channels: Array<{
    name: "words" | "passage" | "coverage" | "closeness" | "mean" | "topics" | "author" | "neighbors" | "proximity" | "name";
    /** raw score of the channel */
    score: number;
    /** by this score among the candidates, equal scores sharing the better rank; null for a score of 0 */
    rank: number | null;
    /** of the channel in the ranking model, for this query: what it adds to the best score in it */
    weight: number;
    /** what the channel adds to this result's ranking score */
    contribution: number;
  }>;
  /** the matching words, as they occur in the record */
  terms: string[];
  /** position of the quoted passage, in code points of the project's description or of the document's readable text; null if it is not in that text */
  passage: {
    start: number;
    end: number;
  } | null;
}

export interface SearchArchivesResponse {
  results: ArchiveSearchResult[];
  filtersApplied: {
    sources?: string[];
  };
  searchTier: "vector" | "chunk_text" | "doc_text";
  /** matching documents */
  totalFound: number;
  /** matched before the cap per source */
  totalMatched: number;
  hasMore: boolean;
  /** the query as searched, where misspelt words were replaced or synonyms added */
  queryExpanded?: string;
}

export interface ArchiveSearchResult {
  documentId: string;
  title: string;
  author: string | null;
  /** the text is a summary that a machine wrote, not its author's words; author is null */
  machineSummary?: {
    /** author of the text that is summarised */
    of: string | null;
  };
  source: string;
  url: string | null;
  publishedAt: string | null;
  similarity: number;
  snippet: string;
  chunkIndex: number;
  /** documents of other sources with nearly the same text; they are not listed on their own */
  alsoIn?: Array<{
    documentId: string;
    title: string;
    source: string;
    url: string | null;
  }>;
  /** other posts of its thread that were found, best first; they are not listed on their own */
  sameThread?: Array<{
    documentId: string;
    title: string;
    source: string;
    url: string | null;
  }>;
  /** with explain */
  explanation?: Explanation;
}

export interface SimilarDocumentsResponse {
  /** nearest first, the record itself left out; none where it has no vector; each document once, with its nearest passage */
  results: ArchiveSearchResult[];
}

export interface ArchiveDocumentPage {
  documentId: string;
  title: string;
  author: string | null;
  /** the text is a summary that a machine wrote, not its author's words; author is null */
  machineSummary?: {
    /** author of the text that is summarised */
    of: string | null;
  };
  source: string;
  url: string | null;
  publishedAt: string | null;
  /** of the text, a BCP 47 tag: as its source states it, else as detected; absent if it is unknown */
  language?: string;
  /** the slice */
  content: string;
  /** content truncated for licensing reasons */
  restricted: boolean;
  isExcerpt: boolean;
  excerptNote?: string;
  offset: number;
  maxChars: number;
  totalChars: number;
  nextOffset: number | null;
  hasMore: boolean;
}

export interface ClustersResponse {
  /** by projectCount descending, then key */
  clusters: ClusterOverview[];
}

export interface ClusterOverview {
  key: string;
  label: string;
  /** machine-generated */
  summary: string;
  projectCount: number;
  winnerCount: number;
  /** winnerCount / projectCount; 0 without projects */
  winnerShare: number;
  /** mean closeness of its projects to their centre, as published */
  crowdedness: number;
  /** oldest first, years without projects left out */
  byYear: Array<{
    /** in which the hackathon started (UTC); null, and last, where it is unknown */
    year: number | null;
    projects: number;
    winners: number;
  }>;
}

export interface Landscape {
  /** changes when a position does */
  revision: string;
  /** length of every column of projects */
  count: number;
  /** projects that are published: of more than 50,000, the columns hold an even sample */
  total: number;
  /** newest first */
  slugs: string[];
  names: string[];
  /** 0 to 1, four decimals */
  x: number[];
  /** 0 to 1, four decimals */
  y: number[];
  /** position in clusters; -1 without one */
  cluster: number[];
  /** position in categories; -1 without one */
  category: number[];
  year: Array<number | null>;
  /** 0 none, 1 winner, 2 honorable mention */
  award: number[];
  /** each at its most central project; those without projects are left out */
  clusters: {
    keys: string[];
    labels: string[];
    /** 0 to 1, four decimals */
    x: number[];
    /** 0 to 1, four decimals */
    y: number[];
  };
  /** those that some project has, by number of projects descending */
  categories: Array<{
    key: string;
    label: string;
  }>;
}

export interface NeighborhoodResponse {
  /** projects within the distance */
  total: number;
  /** winners among them; honorable mentions do not count */
  winners: number;
  /** minimum similarity of a neighbor */
  threshold: number;
  /** oldest first, years without projects left out */
  byYear: Array<{
    /** in which the hackathon started (UTC); null, and last, where it is unknown */
    year: number | null;
    count: number;
    winners: number;
  }>;
  /** each award, then none */
  byAward: Array<{
    award: "winner" | "honorable_mention" | null;
    count: number;
  }>;
  /** by count descending, then key */
  categories: Array<{
    key: string;
    label: string;
    count: number;
    /** count / total */
    share: number;
  }>;
  /** found in their repositories; by count descending, then category and name */
  technologies: Array<{
    category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
    /** in lower case */
    name: string;
    count: number;
    /** count / total */
    share: number;
  }>;
  /** by count descending, then key */
  clusters: Array<{
    key: string;
    label: string;
    count: number;
  }>;
  /** projects within the distance, whatever the filters, and the share (%) of the corpus's own projects with fewer around them; null where the snapshot does not contain it */
  crowdedness: {
    count: number;
    percentile: number | null;
  };
  /** neighbors, in the order of a project search; `similarity` is the closeness to the text */
  results: ProjectSearchResult[];
  /** slugs of all neighbors in the same order, at most 500 */
  keys: string[];
}

export interface ResourcesResponse {
  /** null until start and deadline are recorded */
  eventDates: EventDates | null;
  hackathon: {
    name: string;
    slug: string;
    pageUrl?: string;
  };
  /** empty for a hackathon of a single track */
  tracks: ResourceTrack[];
  source: {
    url: string;
    fetchedAt: string;
    /** older than ten minutes, and being refetched */
    stale: boolean;
  };
  sponsors: ResourceSponsor[];
  topics: ResourceTopic[];
  topicGroups: ResourceTopicGroup[];
  rpcProviders: RpcProvider[];
  query: {
    track?: string;
    q?: string;
    topic?: string;
    kind: "all" | "sponsors" | "topics" | "rpc";
    /** sponsors, topic links and providers in this response */
    matched: number;
  };
}

export interface ResourceTrack {
  id: string;
  name: string;
  pageUrl?: string;
  sponsorCards?: Array<{
    name: string;
    slug: string;
    trackId: string;
    fallback: boolean;
    comingSoon: boolean;
  }>;
  sponsorCardsNote?: string;
}

export interface ResourceSponsor {
  name: string;
  slug: string;
  trackId?: string;
  tags: string[];
  /** whether the sponsor offers a skill file for agents */
  hasSkill: boolean;
  /** Markdown */
  content: string;
  links: ResourceLink[];
}

export interface ResourceTopic {
  /** <track>:<topic> at events of several tracks */
  id: string;
  trackId?: string;
  title: string;
  summary?: string;
  groups: Array<{
    id: string;
    title: string;
    links: Array<{
      label: string;
      url: string;
      description?: string;
    }>;
  }>;
}

export interface ResourceTopicGroup {
  id: string;
  trackId?: string;
  title: string;
  /** of the topics in this response */
  topicIds: string[];
}

export interface RpcProvider {
  name: string;
  trackId?: string;
  description: string;
  offer?: string;
  links: ResourceLink[];
}

export interface ResourceLink {
  label: string;
  url: string;
}

export interface FaqsResponse {
  /** of the hackathon started last; null without a hackathon FAQ, or until recorded */
  eventDates: EventDates | null;
  source: {
    kind: string;
    /** SHA-256 digest; changes when any FAQ changes */
    revision: string;
  };
  programs: Array<{
    program: "hackathon" | "eternal" | "accelerator" | "stamp";
    count: number;
  }>;
  faqs: Faq[];
  query: {
    program?: "hackathon" | "eternal" | "accelerator" | "stamp";
    q?: string;
    matched: number;
  };
}

export interface FaqResponse {
  /** of the hackathon started last; null without a hackathon FAQ, or until recorded */
  eventDates: EventDates | null;
  source: {
    kind: string;
    /** SHA-256 digest; changes when any FAQ changes */
    revision: string;
  };
  faq: Faq;
}

export interface Faq {
  program: "hackathon" | "eternal" | "accelerator" | "stamp";
  id: string;
  question: string;
  answer: string;
  answerFormat: "markdown";
  sourceUrl: string;
  /** SHA-256 digest; changes when the FAQ changes */
  contentRevision: string;
  /** of the answer, in order */
  links: Array<{
    label: string;
    url: string;
  }>;
}

export interface EventDates {
  hackathonSlug: string;
  startDate: string;
  submissionDeadline: string;
  /** null until recorded */
  winnerAnnouncementDate: string | null;
}

export interface HackathonRef {
  name: string;
  slug: string;
  startDate: string;
}

export interface TrackRef {
  name: string;
  key: string;
}

export interface Links {
  github: string | null;
  demo: string | null;
  presentation: string | null;
  technicalDemo: string | null;
  twitter: string | null;
  colosseum: string | null;
  repoPublic?: boolean;
}

export interface Prize {
  type: string;
  name: string | null;
  placement: number | null;
  amount: number | null;
  trackName: string | null;
}

export interface Accelerator {
  companySlug: string | null;
  companyName: string | null;
  batchKey: string;
  batchName: string;
}

export interface ClusterRef {
  key: string;
  label: string;
}

export interface Tags {
  problemTags: string[];
  solutionTags: string[];
  primitives: string[];
  techStack: string[];
  targetUsers: string[];
}

export interface ProjectCategories {
  version: string;
  primaryKey: string;
  secondaryKey: string | null;
  confidence: "high" | "medium" | "low";
}

export interface FacetBucket {
  key: string;
  label: string;
  count: number;
  sampleProjectSlugs: string[];
}

export interface ProjectFreshness {
  projectsSyncedAt: string | null;
  embeddingsVersion: string | null;
  archiveIngestedAt: string | null;
}

export interface RepositoryTag {
  name: string;
  version?: string;
  confidence?: number;
  evidence?: string;
}

export interface RepositoryChainTag {
  name: string;
  version?: string;
  confidence?: number;
  evidence?: string;
  network?: "mainnet" | "devnet" | "testnet" | "localnet" | "unknown";
}

export interface RepositoryTags {
  schemaVersion: 1;
  languages: RepositoryTag[];
  frameworks: RepositoryTag[];
  chains: RepositoryChainTag[];
  protocols: RepositoryTag[];
  services: RepositoryTag[];
  tooling: RepositoryTag[];
  standards: RepositoryTag[];
}

export interface CompactBuiltWith {
  languages: string[];
  frameworks: string[];
  chains: string[];
  protocols: string[];
  services: string[];
  tooling: string[];
  standards: string[];
}

export interface BuiltWithFilters {
  /** at most 20 items */
  languages?: readonly string[] | undefined;
  /** at most 20 items */
  frameworks?: readonly string[] | undefined;
  /** at most 20 items */
  chains?: readonly string[] | undefined;
  /** at most 20 items */
  protocols?: readonly string[] | undefined;
  /** at most 20 items */
  services?: readonly string[] | undefined;
  /** at most 20 items */
  tooling?: readonly string[] | undefined;
  /** at most 20 items */
  standards?: readonly string[] | undefined;
}

export interface SearchProjectsRequest {
  /** omit for filter-only browsing; at most 500 characters; default "" */
  query?: string | undefined;
  /** hackathon slugs; at most 10 items */
  hackathons?: readonly string[] | undefined;
  /** at most 10 items */
  trackKeys?: readonly string[] | undefined;
  /** cannot be combined with trackKeys; at most 10 items */
  labelKeys?: readonly string[] | undefined;
  /** 1 to 25; default 10 */
  limit?: number | undefined;
  /** applied after ranking; default 0 */
  offset?: number | undefined;
  filters?: ProjectFilters | undefined;
  /** spread results across hackathons, tracks and clusters; default false */
  diversify?: boolean | undefined;
  /** default false */
  includeFacets?: boolean | undefined;
  /** all ten when omitted */
  facets?: ReadonlyArray<"categories" | "hackathons" | "tracks" | "labels" | "clusters" | "prizes" | "problemTags" | "solutionTags" | "primitives" | "techStack"> | undefined;
  /** at most 20, or 43 when includeFacets is true and categories are among the facets; 1 to 43; default 8 */
  facetTopK?: number | undefined;
  /** default false */
  includeDiagnostics?: boolean | undefined;
  /** adds to each result why it was found, and the words and the passage that match; default false */
  explain?: boolean | undefined;
}

export interface ExportProjectsRequest {
  /** omit for filter-only browsing; at most 500 characters; default "" */
  query?: string | undefined;
  /** hackathon slugs; at most 10 items */
  hackathons?: readonly string[] | undefined;
  /** at most 10 items */
  trackKeys?: readonly string[] | undefined;
  /** cannot be combined with trackKeys; at most 10 items */
  labelKeys?: readonly string[] | undefined;
  filters?: ProjectFilters | undefined;
  /** spread results across hackathons, tracks and clusters; default false */
  diversify?: boolean | undefined;
  /** default false */
  includeFacets?: boolean | undefined;
  /** all ten when omitted */
  facets?: ReadonlyArray<"categories" | "hackathons" | "tracks" | "labels" | "clusters" | "prizes" | "problemTags" | "solutionTags" | "primitives" | "techStack"> | undefined;
  /** at most 20, or 43 when includeFacets is true and categories are among the facets; 1 to 43; default 8 */
  facetTopK?: number | undefined;
  /** default false */
  includeDiagnostics?: boolean | undefined;
  /** adds to each result why it was found, and the words and the passage that match; default false */
  explain?: boolean | undefined;
  /** csv: RFC 4180, with a header; jsonl: one JSON object per line; default "csv" */
  format?: "csv" | "jsonl" | undefined;
}

export interface GetProjectRequest {
  /** the project's slug, URL-encoded */
  slug: string;
}

export interface SimilarProjectsRequest {
  /** the project's slug, URL-encoded */
  slug: string;
  /** 1 to 25; default 10 */
  limit?: number | undefined;
}

export interface AnalyzeRequest {
  cohort: {
    /** hackathon slugs; at most 10 items */
    hackathons?: readonly string[] | undefined;
    /** at most 10 items */
    trackKeys?: readonly string[] | undefined;
    /** excludes honorable mentions */
    winnersOnly?: boolean | undefined;
    acceleratorOnly?: boolean | undefined;
    /** at most 10 items */
    acceleratorBatchKeys?: readonly string[] | undefined;
    /** at most 10 items */
    prizePlacements?: readonly number[] | undefined;
    /** at most 10 items */
    clusterKeys?: readonly string[] | undefined;
    /** matches any listed key; at most 10 items */
    categoryKeys?: readonly string[] | undefined;
    /** also match a project's second category; counts can then overlap; default false */
    includeSecondaryCategories?: boolean | undefined;
  };
  dimensions: ReadonlyArray<"categories" | "clusters" | "tracks" | "problemTags" | "solutionTags" | "primitives" | "techStack" | "targetUsers">;
  /** at most 20, or 43 when categories are among the dimensions; 1 to 43; default 10 */
  topK?: number | undefined;
  /** 0 to 5; default 2 */
  samplePerBucket?: number | undefined;
}

export interface ExportAnalysisRequest {
  cohort: {
    /** hackathon slugs; at most 10 items */
    hackathons?: readonly string[] | undefined;
    /** at most 10 items */
    trackKeys?: readonly string[] | undefined;
    /** excludes honorable mentions */
    winnersOnly?: boolean | undefined;
    acceleratorOnly?: boolean | undefined;
    /** at most 10 items */
    acceleratorBatchKeys?: readonly string[] | undefined;
    /** at most 10 items */
    prizePlacements?: readonly number[] | undefined;
    /** at most 10 items */
    clusterKeys?: readonly string[] | undefined;
    /** matches any listed key; at most 10 items */
    categoryKeys?: readonly string[] | undefined;
    /** also match a project's second category; counts can then overlap; default false */
    includeSecondaryCategories?: boolean | undefined;
  };
  dimensions: ReadonlyArray<"categories" | "clusters" | "tracks" | "problemTags" | "solutionTags" | "primitives" | "techStack" | "targetUsers">;
  /** at most 20, or 43 when categories are among the dimensions; 1 to 43; default 10 */
  topK?: number | undefined;
  /** 0 to 5; default 2 */
  samplePerBucket?: number | undefined;
  /** csv: RFC 4180, with a header; jsonl: one JSON object per line; default "csv" */
  format?: "csv" | "jsonl" | undefined;
}

export interface CompareRequest {
  cohortA: {
    /** hackathon slugs; at most 10 items */
    hackathons?: readonly string[] | undefined;
    /** at most 10 items */
    trackKeys?: readonly string[] | undefined;
    /** excludes honorable mentions */
    winnersOnly?: boolean | undefined;
    acceleratorOnly?: boolean | undefined;
    /** at most 10 items */
    acceleratorBatchKeys?: readonly string[] | undefined;
    /** at most 10 items */
    prizePlacements?: readonly number[] | undefined;
    /** at most 10 items */
    clusterKeys?: readonly string[] | undefined;
  };
  cohortB: {
    /** hackathon slugs; at most 10 items */
    hackathons?: readonly string[] | undefined;
    /** at most 10 items */
    trackKeys?: readonly string[] | undefined;
    /** excludes honorable mentions */
    winnersOnly?: boolean | undefined;
    acceleratorOnly?: boolean | undefined;
    /** at most 10 items */
    acceleratorBatchKeys?: readonly string[] | undefined;
    /** at most 10 items */
    prizePlacements?: readonly number[] | undefined;
    /** at most 10 items */
    clusterKeys?: readonly string[] | undefined;
  };
  dimensions: ReadonlyArray<"clusters" | "tracks" | "problemTags" | "solutionTags" | "primitives" | "techStack" | "targetUsers">;
  /** 1 to 20; default 10 */
  topK?: number | undefined;
}

export interface GetClusterRequest {
  key: string;
}

export interface NeighborhoodRequest {
  /** an idea, in a sentence or more; at most 500 characters */
  query: string;
  /** hackathon slugs; at most 10 items */
  hackathons?: readonly string[] | undefined;
  /** at most 10 items */
  trackKeys?: readonly string[] | undefined;
  /** cannot be combined with trackKeys; at most 10 items */
  labelKeys?: readonly string[] | undefined;
  filters?: ProjectFilters | undefined;
  /** projects listed; all are counted; 1 to 50; default 25 */
  limit?: number | undefined;
}

export interface CountTechnologyRequest {
  /** matched by name, ignoring case and surrounding spaces; the category is echoed */
  technology: {
    category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
    /** at most 100 characters */
    name: string;
  };
  /** all projects when omitted */
  cohort?: {
    /** at most 20 items */
    hackathonSlugs?: readonly string[] | undefined;
    /** excludes honorable mentions unless they are included; default false */
    winnersOnly?: boolean | undefined;
    /** requires winnersOnly; default false */
    includeHonorableMentions?: boolean | undefined;
    /** matches any listed key; at most 10 items */
    categoryKeys?: readonly string[] | undefined;
    /** also match a project's second category; counts can then overlap; default false */
    includeSecondaryCategories?: boolean | undefined;
  } | undefined;
}

export interface TrendTechnologyRequest {
  /** matched by name, ignoring case and surrounding spaces; the category is echoed */
  technology: {
    category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
    /** at most 100 characters */
    name: string;
  };
  /** all projects when omitted */
  cohort?: {
    /** at most 20 items */
    hackathonSlugs?: readonly string[] | undefined;
    /** excludes honorable mentions unless they are included; default false */
    winnersOnly?: boolean | undefined;
    /** requires winnersOnly; default false */
    includeHonorableMentions?: boolean | undefined;
    /** matches any listed key; at most 10 items */
    categoryKeys?: readonly string[] | undefined;
    /** also match a project's second category; counts can then overlap; default false */
    includeSecondaryCategories?: boolean | undefined;
  } | undefined;
}

export interface FindCoUsageRequest {
  /** matched by name, ignoring case and surrounding spaces; the category is echoed */
  technology: {
    category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
    /** at most 100 characters */
    name: string;
  };
  /** all projects when omitted */
  cohort?: {
    /** at most 20 items */
    hackathonSlugs?: readonly string[] | undefined;
    /** excludes honorable mentions unless they are included; default false */
    winnersOnly?: boolean | undefined;
    /** requires winnersOnly; default false */
    includeHonorableMentions?: boolean | undefined;
    /** matches any listed key; at most 10 items */
    categoryKeys?: readonly string[] | undefined;
    /** also match a project's second category; counts can then overlap; default false */
    includeSecondaryCategories?: boolean | undefined;
  } | undefined;
  /** 1 to 50; default 10 */
  topK?: number | undefined;
}

export interface ListTopTechnologiesRequest {
  /** all projects when omitted */
  cohort?: {
    /** at most 20 items */
    hackathonSlugs?: readonly string[] | undefined;
    /** excludes honorable mentions unless they are included; default false */
    winnersOnly?: boolean | undefined;
    /** requires winnersOnly; default false */
    includeHonorableMentions?: boolean | undefined;
    /** matches any listed key; at most 10 items */
    categoryKeys?: readonly string[] | undefined;
    /** also match a project's second category; counts can then overlap; default false */
    includeSecondaryCategories?: boolean | undefined;
  } | undefined;
  technologyCategory?: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards" | undefined;
  /** 1 to 50; default 10 */
  topK?: number | undefined;
}

export interface SearchArchivesRequest {
  /** 3 to 6 focused keywords work best; at most 500 characters */
  query: string;
  /** source keys of GET /filters; at most 20 items */
  sources?: readonly string[] | undefined;
  /** at most this many documents; 1 to 10; default 5 */
  limit?: number | undefined;
  /** counts documents, not passages; 0 to 50; default 0 */
  offset?: number | undefined;
  /** 3 by default with intent ideation; 1 to 4; default 2 */
  maxChunksPerDoc?: number | undefined;
  /** 0 means unlimited; 0 to 10; default 3 */
  maxDocsPerSource?: number | undefined;
  /** docs for precision, ideation for broader recall; default "docs" */
  intent?: "docs" | "ideation" | undefined;
  /** 0 to 1; default 0.2 */
  minSimilarity?: number | undefined;
  /** adds to each result why it was found, and the words and the passage that match; default false */
  explain?: boolean | undefined;
}

export interface ReadDocumentRequest {
  documentId: string;
  /** character offset; default 0 */
  offset?: number | undefined;
  /** 200 to 20000; default 8000 */
  maxChars?: number | undefined;
}

export interface SimilarDocumentsRequest {
  documentId: string;
  /** 1 to 25; default 10 */
  limit?: number | undefined;
}

export interface SuggestSourceRequest {
  /** a public http or https URL without a user name; at most 2048 characters */
  url: string;
  /** name of the source; at most 200 characters */
  name?: string | undefined;
  /** why it belongs in the archive; at most 500 characters */
  reason?: string | undefined;
}

export interface SendFeedbackRequest {
  category: "error" | "quality" | "suggestion" | "other";
  /** at most 5000 characters */
  message: string;
  /** high and critical are escalated immediately; default "medium" */
  severity?: "low" | "medium" | "high" | "critical" | undefined;
  /** anything that helps to reproduce or understand it; at most 10000 characters of JSON without blanks */
  context?: Record<string, unknown> | undefined;
}

export interface GetResourcesRequest {
  /** a slug, or current; default "current" */
  hackathon?: string | undefined;
  /** resources for this track or for all tracks */
  track?: string | undefined;
  /** every word must match; at most 100 characters */
  q?: string | undefined;
  /** one topic; <track>:<topic> if several tracks have a topic of this name */
  topic?: string | undefined;
  /** the other arrays are empty; default "all" */
  kind?: "all" | "sponsors" | "topics" | "rpc" | undefined;
}

export interface GetFaqsRequest {
  program?: "hackathon" | "eternal" | "accelerator" | "stamp" | undefined;
  /** keywords; hits in the question rank above hits in the answer; at most 200 characters */
  q?: string | undefined;
}

export interface GetFaqRequest {
  program: "hackathon" | "eternal" | "accelerator" | "stamp";
  id: string;
}

export interface AnalyzeResponse {
  /** with categories: whether second categories are counted too */
  categoryCountsOverlap?: boolean;
  totals: {
    projects: number;
    winners: number;
  };
  /** by count descending, then key */
  buckets: Partial<Record<"categories" | "clusters" | "tracks" | "problemTags" | "solutionTags" | "primitives" | "techStack" | "targetUsers", Array<{
    key: string;
    label: string;
    count: number;
    sampleProjectSlugs: string[];
    /** count / totals.projects; 0 for an empty cohort */
    share: number;
  }>>>;
}

export interface CompareResponse {
  totalsA: {
    projects: number;
    winners: number;
  };
  totalsB: {
    projects: number;
    winners: number;
  };
  /** by countA + countB descending, then key */
  results: Partial<Record<"clusters" | "tracks" | "problemTags" | "solutionTags" | "primitives" | "techStack" | "targetUsers", Array<{
    key: string;
    label: string;
    countA: number;
    shareA: number;
    countB: number;
    shareB: number;
    /** shareA / shareB, 1 meaning no difference; where countB is 0, shareB is taken as half a project's share; 0 when both are 0 or cohort B is empty */
    lift: number;
    /** shareA − shareB */
    delta: number;
    /** project slugs */
    examplesA: string[];
    /** project slugs */
    examplesB: string[];
  }>>>;
}

export interface GetClusterResponse {
  key: string;
  label: string;
  /** machine-generated */
  summary: string;
  projectCount: number;
  winnerCount: number;
  representativeProjects: Array<{
    slug: string;
    name: string;
    oneLiner: string | null;
    isWinner: boolean;
  }>;
  topTags: {
    problemTags: Array<{
      tag: string;
      count: number;
    }>;
    primitives: Array<{
      tag: string;
      count: number;
    }>;
    techStack: Array<{
      tag: string;
      count: number;
    }>;
  };
}

export interface CountTechnologyResponse {
  technology: {
    category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
    /** in lower case */
    name: string;
  };
  totals: {
    projects: number;
    projectsWithRepositoryTags: number;
    /** projects that use the technology */
    count: number;
    /** count / projects; 0 for none */
    share: number;
  };
  /** in chronological order, unknown dates first */
  hackathons: Array<{
    hackathon: {
      slug: string;
      name: string;
      startDate: string | null;
    };
    projects: number;
    projectsWithRepositoryTags: number;
    /** projects that use the technology */
    count: number;
    /** count / projects; 0 for none */
    share: number;
  }>;
}

export interface TrendTechnologyResponse {
  technology: {
    category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
    /** in lower case */
    name: string;
  };
  /** in chronological order, unknown dates first */
  hackathons: Array<{
    hackathon: {
      slug: string;
      name: string;
      startDate: string | null;
    };
    projects: number;
    projectsWithRepositoryTags: number;
    /** projects that use the technology */
    count: number;
    /** count / projects; 0 for none */
    share: number;
  }>;
}

export interface FindCoUsageResponse {
  technology: {
    category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
    /** in lower case */
    name: string;
  };
  totals: {
    projects: number;
    projectsWithRepositoryTags: number;
    /** projects that use the technology */
    count: number;
    /** count / projects; 0 for none */
    share: number;
  };
  /** by count descending, then category, then name */
  results: Array<{
    technology: {
      category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
      /** in lower case */
      name: string;
    };
    /** projects that use both */
    count: number;
    /** count / projects that use the requested technology */
    share: number;
    /** projects of the cohort that use this one */
    cohortCount: number;
    /** share / (cohortCount / projects) */
    lift: number;
  }>;
}

export interface ListTopTechnologiesResponse {
  totals: {
    projects: number;
    projectsWithRepositoryTags: number;
  };
  /** by count descending, then category, then name */
  results: Array<{
    technology: {
      category: "languages" | "frameworks" | "chains" | "protocols" | "services" | "tooling" | "standards";
      /** in lower case */
      name: string;
    };
    count: number;
    share: number;
  }>;
}

export interface SuggestSourceResponse {
  message: string;
}

export interface SendFeedbackResponse {
  message: string;
}

/** Request and response of each operation. */
export interface OperationTypes {
  getStatus: { request: NoFields; response: Status };
  getMe: { request: NoFields; response: Me };
  getFilters: { request: NoFields; response: Filters };
  getCategories: { request: NoFields; response: Categories };
  searchProjects: { request: SearchProjectsRequest; response: SearchProjectsResponse };
  exportProjects: { request: ExportProjectsRequest; response: string };
  getProject: { request: GetProjectRequest; response: ProjectDetails };
  similarProjects: { request: SimilarProjectsRequest; response: SimilarProjectsResponse };
  analyze: { request: AnalyzeRequest; response: AnalyzeResponse };
  exportAnalysis: { request: ExportAnalysisRequest; response: string };
  compare: { request: CompareRequest; response: CompareResponse };
  listClusters: { request: NoFields; response: ClustersResponse };
  getCluster: { request: GetClusterRequest; response: GetClusterResponse };
  getLandscape: { request: NoFields; response: Landscape };
  neighborhood: { request: NeighborhoodRequest; response: NeighborhoodResponse };
  countTechnology: { request: CountTechnologyRequest; response: CountTechnologyResponse };
  trendTechnology: { request: TrendTechnologyRequest; response: TrendTechnologyResponse };
  findCoUsage: { request: FindCoUsageRequest; response: FindCoUsageResponse };
  listTopTechnologies: { request: ListTopTechnologiesRequest; response: ListTopTechnologiesResponse };
  searchArchives: { request: SearchArchivesRequest; response: SearchArchivesResponse };
  readDocument: { request: ReadDocumentRequest; response: ArchiveDocumentPage };
  similarDocuments: { request: SimilarDocumentsRequest; response: SimilarDocumentsResponse };
  suggestSource: { request: SuggestSourceRequest; response: SuggestSourceResponse };
  sendFeedback: { request: SendFeedbackRequest; response: SendFeedbackResponse };
  getResources: { request: GetResourcesRequest; response: ResourcesResponse };
  getFaqs: { request: GetFaqsRequest; response: FaqsResponse };
  getFaq: { request: GetFaqRequest; response: FaqResponse };
}

/** One method per operation. */
export interface Methods {
  /** Check the token. Whether the token is valid, when it expires and which scopes it has. */
  getStatus(input?: NoFields, options?: CallOptions): Promise<Status>;
  /** Read the member's own profile and projects. The token owner's profile and projects, newest first, drafts included. No other member can read them. */
  getMe(input?: NoFields, options?: CallOptions): Promise<Me>;
  /** List the filter values. Every value the filters accept, with counts, and the hackathons in chronological order. */
  getFilters(input?: NoFields, options?: CallOptions): Promise<Filters>;
  /** List the categories. The active taxonomy: areas, categories and the two special keys, with definitions. */
  getCategories(input?: NoFields, options?: CallOptions): Promise<Categories>;
  /** Search projects. Projects by similarity to a query, with filters, facets and diagnostics. */
  searchProjects(input?: SearchProjectsRequest, options?: CallOptions): Promise<SearchProjectsResponse>;
  /** Download projects. All results of a search, at most 10,000, as a file: as CSV, one column per field, beginning with `slug`, or as JSON Lines, each line a result of the search. A cell of text that a spreadsheet would take for a formula begins with an apostrophe. Facets, diagnostics and explanations are not part of it. */
  exportProjects(input?: ExportProjectsRequest, options?: CallOptions): Promise<string>;
  /** Read one project. One project in full, by its slug. */
  getProject(input: GetProjectRequest, options?: CallOptions): Promise<ProjectDetails>;
  /** List similar projects. The projects nearest to a project in meaning. `similarity` is their calibrated closeness to it. */
  similarProjects(input: SimilarProjectsRequest, options?: CallOptions): Promise<SimilarProjectsResponse>;
  /** Summarize a cohort. How the projects of a cohort are distributed over categories, clusters, tracks and tags. */
  analyze(input: AnalyzeRequest, options?: CallOptions): Promise<AnalyzeResponse>;
  /** Download an analysis. The buckets of an analysis as a file, one row each: as CSV or as JSON Lines. A cell of text that a spreadsheet would take for a formula begins with an apostrophe. */
  exportAnalysis(input: ExportAnalysisRequest, options?: CallOptions): Promise<string>;
  /** Compare two cohorts. Where two cohorts differ: counts, shares, lift (shareA / shareB, not minus one) and delta per bucket. */
  compare(input: CompareRequest, options?: CallOptions): Promise<CompareResponse>;
  /** List the clusters. Every group of similar projects: how many there are and have won, over the years, and how alike they are. */
  listClusters(input?: NoFields, options?: CallOptions): Promise<ClustersResponse>;
  /** Read one cluster. What a group of similar projects is about, how crowded it is, and what is typical of it. */
  getCluster(input: GetClusterRequest, options?: CallOptions): Promise<GetClusterResponse>;
  /** Read the map of all projects. A position in the plane for every project, near ones near each other in meaning, as columns. Positions hardly move from publish to publish. */
  getLandscape(input?: NoFields, options?: CallOptions): Promise<Landscape>;
  /** Count the projects around an idea. Every project within a fixed distance of a text: how many, when, which won, in what, built with what; and how crowded that is for this corpus. */
  neighborhood(input: NeighborhoodRequest, options?: CallOptions): Promise<NeighborhoodResponse>;
  /** Count a technology. How many projects of a cohort use a technology, in total and per hackathon. */
  countTechnology(input: CountTechnologyRequest, options?: CallOptions): Promise<CountTechnologyResponse>;
  /** Show the trend of a technology. The share of projects that use a technology, per hackathon in chronological order. */
  trendTechnology(input: TrendTechnologyRequest, options?: CallOptions): Promise<TrendTechnologyResponse>;
  /** List technologies used together. The technologies that projects use together with a given one, with lift. */
  findCoUsage(input: FindCoUsageRequest, options?: CallOptions): Promise<FindCoUsageResponse>;
  /** Rank technologies. The most used technologies of a cohort, of one kind or of all kinds. */
  listTopTechnologies(input?: ListTopTechnologiesRequest, options?: CallOptions): Promise<ListTopTechnologiesResponse>;
  /** Search the archive. Documents ranked by their best passages. A tier without results falls through to the next: vectors, chunk text, document text. */
  searchArchives(input: SearchArchivesRequest, options?: CallOptions): Promise<SearchArchivesResponse>;
  /** Read one archive document. One page of a document; pass nextOffset as the next offset while hasMore is true. */
  readDocument(input: ReadDocumentRequest, options?: CallOptions): Promise<ArchiveDocumentPage>;
  /** List similar documents. The documents nearest to a document in meaning, each with its nearest passage. `similarity` is the passage's calibrated closeness to the document. */
  similarDocuments(input: SimilarDocumentsRequest, options?: CallOptions): Promise<SimilarDocumentsResponse>;
  /** Suggest a source. A source that the archive lacks. Administrators review every suggestion; nothing is fetched from it before approval. */
  suggestSource(input: SuggestSourceRequest, options?: CallOptions): Promise<SuggestSourceResponse>;
  /** Send feedback. An error, a poor result or an idea, for the operators of the service. Severity high or critical is escalated immediately. */
  sendFeedback(input: SendFeedbackRequest, options?: CallOptions): Promise<SendFeedbackResponse>;
  /** Read the resources of a hackathon. Sponsors, topics with their links, and RPC providers, with the dates of the event. Without a hackathon: the current one. The resources of a track include those for all tracks. */
  getResources(input?: GetResourcesRequest, options?: CallOptions): Promise<ResourcesResponse>;
  /** List or search FAQs. Questions with their answers in Markdown, of one program or of all, found by keywords. */
  getFaqs(input?: GetFaqsRequest, options?: CallOptions): Promise<FaqsResponse>;
  /** Read one FAQ. One question with its answer, its source and the links of the answer. */
  getFaq(input: GetFaqRequest, options?: CallOptions): Promise<FaqResponse>;
}
