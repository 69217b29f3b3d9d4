/** Table of all environment variables: documented in docs/configuration.md, and the names known to the parser. */
export interface Variable {
  name: `PRIORART_${string}`;
  /** As documented; applies when the variable is unset or empty. */
  default: string;
  description: string;
}

export const variables = [
  { name: "PRIORART_DATA", default: "./data", description: "The data directory; created if missing." },
  {
    name: "PRIORART_DATABASE_URL",
    default: "none: SQLite files in the data directory",
    description:
      "A [PostgreSQL](postgresql.md) database for records and accounts, such as " +
      "`postgres://priorart:PASSWORD@db.example.org/priorart`; its parameters are `sslmode` (`verify-full`, by default " +
      "except on this machine, `require` or `disable`), `sslrootcert` (file of the authority that signed its " +
      "certificate) and `host` (folder of a Unix socket).",
  },
  {
    name: "PRIORART_DATABASE_POOL",
    default: "8",
    description:
      "Most connections to PostgreSQL of one process for records, and the same again for accounts (2 to 200).",
  },
  {
    name: "PRIORART_SEARCH_URL",
    default: "none: the archive is stored in the snapshot's own files",
    description:
      "An [OpenSearch cluster](opensearch.md) that stores the archive from the next publish on: addresses of its nodes, separated by commas, such as `https://priorart:PASSWORD@search1.example.org:9200,https://search2.example.org:9200`.",
  },
  {
    name: "PRIORART_SEARCH_PASSWORD",
    default: "none",
    description: "The password of the user that `PRIORART_SEARCH_URL` names.",
  },
  {
    name: "PRIORART_SEARCH_PASSWORD_FILE",
    default: "none",
    description: "File that contains the password instead; readable only by its owner (mode 600 or 400).",
  },
  {
    name: "PRIORART_SEARCH_CA",
    default: "the authorities that Node.js trusts",
    description: "File of the authority that signed the nodes' certificates, in PEM.",
  },
  {
    name: "PRIORART_SEARCH_PREFIX",
    default: "priorart",
    description:
      "Begins the names of the indices: 1 to 64 lower-case letters, digits, `-` and `_`. Installations that share a cluster need different ones.",
  },
  {
    name: "PRIORART_SEARCH_TIMEOUT",
    default: "1500",
    description:
      "Milliseconds that a request to the cluster may take, retries on other nodes included (100 to 60000); then the archive is unavailable.",
  },
  {
    name: "PRIORART_SNAPSHOTS",
    default: "none: snapshots stay in the data directory",
    description:
      "Where servers with [data directories of their own](several-servers.md) get snapshots: a folder that all of them " +
      "have, such as `/mnt/snapshots`, or a bucket of an S3-compatible service, such as `s3://bucket/prefix`. Keys and " +
      "address of the service are read from the usual variables: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, " +
      "`AWS_SESSION_TOKEN`, `AWS_REGION` and `AWS_ENDPOINT_URL` (or `AWS_ENDPOINT_URL_S3`).",
  },
  {
    name: "PRIORART_SERVER",
    default: "none",
    description:
      "Root address of another server, such as `https://research.example.org`: research commands and `mcp` ask it " +
      "instead of the data directory.",
  },
  {
    name: "PRIORART_TOKEN",
    default: "none; required with `PRIORART_SERVER`",
    description: "A member's token for that server.",
  },
  {
    name: "PRIORART_TOKEN_FILE",
    default: "none",
    description: "File that contains the token instead; readable only by its owner (mode 600 or 400).",
  },
  {
    name: "PRIORART_HOST",
    default: "127.0.0.1",
    description: "Address to listen on; `0.0.0.0` or `::` for every interface.",
  },
  { name: "PRIORART_PORT", default: "8787", description: "Port to listen on; 0 takes any free one." },
  {
    name: "PRIORART_SERVICE",
    default: "priorart",
    description: "Prefix of the scopes: `<service>:read`, `<service>:me`.",
  },
  {
    name: "PRIORART_PATH_SEGMENT",
    default: "research_assistant",
    description: "Operations are also served below `/api/v1/<segment>`.",
  },
  {
    name: "PRIORART_EMBEDDER",
    default: "fitted",
    description:
      "Computes vectors from the next publish on: `fitted` (built in, fitted on your corpus), `onnx` (a " +
      "[local model](#a-local-model)) or `http` (an OpenAI-compatible endpoint, which then receives every text and " +
      "every query).",
  },
  {
    name: "PRIORART_EMBEDDINGS_URL",
    default: "none; required for `http`",
    description:
      "The endpoint: its full URL, or the part before `/embeddings` or `/v1/embeddings`, such as " +
      "`http://127.0.0.1:8080/v1`.",
  },
  {
    name: "PRIORART_EMBEDDINGS_MODEL",
    default: "text-embedding-3-small",
    description: "Name of the model. Vectors of different models are never mixed.",
  },
  {
    name: "PRIORART_EMBEDDINGS_DIMENSIONS",
    default: "the model's default",
    description:
      "Requested vector length (1 to 8192), for models that can shorten vectors; 256 is a good choice.",
  },
  { name: "PRIORART_EMBEDDINGS_KEY", default: "none", description: "Bearer key for the endpoint." },
  {
    name: "PRIORART_EMBEDDINGS_KEY_FILE",
    default: "none",
    description: "File that contains the key instead; readable only by its owner (mode 600 or 400).",
  },
  {
    name: "PRIORART_MODEL",
    default: "none; required for `onnx`",
    description:
      "Folder of the local model: `model.onnx` (or `onnx/model.onnx`) and `tokenizer.json`, as sentence-transformers " +
      "exports them.",
  },
  {
    name: "PRIORART_ONNX_PASSAGES",
    default: "all",
    description:
      "Passages that the local model embeds at publish: `all`; `lead` for the first of each document only, so that " +
      "a large archive is searchable sooner (a later publish with `all` completes it); or `none`: [queries " +
      "only](#queries-by-the-model-passages-by-the-table).",
  },
  {
    name: "PRIORART_LLM_URL",
    default: "none",
    description:
      "A language model that writes labels and summaries of clusters at publish: its full URL, or the part " +
      "before `/chat/completions` or `/v1/chat/completions`. It receives names and one-liners of projects.",
  },
  {
    name: "PRIORART_LLM_MODEL",
    default: "none; required with `PRIORART_LLM_URL`",
    description: "Name of the model.",
  },
  { name: "PRIORART_LLM_KEY", default: "none", description: "Bearer key for the language model." },
  {
    name: "PRIORART_LLM_KEY_FILE",
    default: "none",
    description: "File that contains the key instead; readable only by its owner (mode 600 or 400).",
  },
  {
    name: "PRIORART_LIMIT_SEARCH",
    default: "30",
    description: "Searches, lists of similar records, resources and FAQs per minute and account; 0 = off.",
  },
  {
    name: "PRIORART_LIMIT_ANALYSIS",
    default: "10",
    description:
      "Analyses, comparisons, technology queries, neighborhoods and downloads per minute and account; 0 = off.",
  },
  { name: "PRIORART_LIMIT_ME", default: "10", description: "Own profile per minute and account; 0 = off." },
  {
    name: "PRIORART_LIMIT_SUGGESTIONS",
    default: "5",
    description: "Source suggestions per hour and account; 0 = off.",
  },
  { name: "PRIORART_LIMIT_FEEDBACK", default: "10", description: "Feedback per hour and account; 0 = off." },
  {
    name: "PRIORART_LIMIT_CONCURRENCY",
    default: "2",
    description: "Requests in flight per account; 0 = off.",
  },
  {
    name: "PRIORART_LIMIT_CONCURRENCY_WAIT",
    default: "1000",
    description:
      "Milliseconds that a request beyond those waits for a slot, at most 8 per account, before it is refused " +
      "(0 to 60000); 0 = refuse immediately.",
  },
  {
    name: "PRIORART_LIMIT_PAGE_SEARCH",
    default: "120",
    description: "The same as `PRIORART_LIMIT_SEARCH`, for requests that pages send with a session; 0 = off.",
  },
  {
    name: "PRIORART_LIMIT_PAGE_ANALYSIS",
    default: "60",
    description: "The same as `PRIORART_LIMIT_ANALYSIS`, for requests that pages send; 0 = off.",
  },
  {
    name: "PRIORART_LIMIT_PAGE_CONCURRENCY",
    default: "8",
    description: "Requests of pages in flight per account; 0 = off.",
  },
  {
    name: "PRIORART_WORKERS",
    default: "the number of cores",
    description: "Search worker threads; 1 to 256.",
  },
  {
    name: "PRIORART_TRUSTED_PROXIES",
    default: "none",
    description:
      "Addresses or ranges (CIDR), separated by commas, whose `X-Forwarded-For` is trusted, such as " +
      "`127.0.0.1,10.0.0.0/8`.",
  },
  {
    name: "PRIORART_LOG_LEVEL",
    default: "info",
    description: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Logs go to standard error.",
  },
  {
    name: "PRIORART_METRICS_TOKEN",
    default: "none",
    description:
      "Bearer token for `/metrics` from other machines (16 characters or more); without it, loopback only.",
  },
  {
    name: "PRIORART_PUBLIC_URL",
    default: "the address it listens on",
    description:
      "Public URL of the service, such as `https://research.example.org`: for links, for the redirect " +
      "URI of the identity provider, for secure cookies, and for the sign-in of assistants, whose metadata and " +
      "resources (`/mcp`) contain it. The console then accepts requests from this origin only.",
  },
  {
    name: "PRIORART_CORS_ORIGINS",
    default: "none",
    description:
      "Origins, separated by commas, whose pages may call `/api/v1` and `/mcp`, and the sign-in of assistants, from a " +
      "browser, such as `https://app.example.org`; `*` for all. A token authorizes these calls, never a cookie, and the console's " +
      "paths accept no other origin.",
  },
  {
    name: "PRIORART_SECRET",
    default: "generated once, stored in the data directory; required to serve with `PRIORART_DATABASE_URL`",
    description: "Signs the console's cookies (32 characters or more). Changing it signs out all members.",
  },
  {
    name: "PRIORART_SIGN_UP",
    default: "closed",
    description:
      "Who may become a member without an invitation: `closed`, or e-mail domains separated by commas, such as " +
      "`example.org,example.com`.",
  },
  {
    name: "PRIORART_OIDC_ISSUER",
    default: "none",
    description:
      "OpenID Connect provider to sign in through: its issuer, exactly as the provider states it; requires the next two.",
  },
  {
    name: "PRIORART_OIDC_CLIENT_ID",
    default: "none",
    description: "Client id that the provider issued.",
  },
  {
    name: "PRIORART_OIDC_CLIENT_SECRET",
    default: "none",
    description: "Client secret that the provider issued.",
  },
  {
    name: "PRIORART_OIDC_NAME",
    default: "Single sign-on",
    description: "Name of the provider in the console (at most 60 characters).",
  },
  {
    name: "PRIORART_ESCALATION_WEBHOOK",
    default: "none",
    description:
      "URL that feedback of severity high or critical is sent to immediately; without it, such feedback is logged " +
      "(never its text) and stays in the list.",
  },
  {
    name: "PRIORART_ESCALATION_SECRET",
    default:
      "generated once, stored in the data directory; required to serve with `PRIORART_DATABASE_URL` and a webhook",
    description: "Signs requests to the webhook (32 characters or more).",
  },
  {
    name: "PRIORART_ALLOW_PRIVATE_HOSTS",
    default: "none",
    description:
      "Hosts, separated by commas, that the service may send requests to although their addresses are private, such as " +
      "`feeds.corp.example,10.0.0.5`; the word `file` allows `file://` repositories; see [Private hosts](#private-hosts).",
  },
  {
    name: "PRIORART_PUBLISH",
    default: "auto",
    description:
      "`auto`: a server that read changes from sources publishes them; `manual`: only `priorart publish` does.",
  },
  {
    name: "PRIORART_PUBLISH_WINDOW",
    default: "10",
    description:
      "Minutes that changes may wait while other sources are still being read (0 to 1440), before they are published.",
  },
  {
    name: "PRIORART_UPLOAD_BYTES",
    default: "1000000000",
    description:
      "Largest file that administrators may upload to import it, in bytes (to 1 TB); 0 = no uploads. The data " +
      "directory needs as much free space.",
  },
  {
    name: "PRIORART_TAXONOMY",
    default: "the built-in taxonomy",
    description: "Path of a taxonomy file to use instead.",
  },
] as const satisfies readonly Variable[];

export type VariableName = (typeof variables)[number]["name"];
