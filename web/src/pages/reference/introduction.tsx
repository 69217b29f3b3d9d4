import { Link } from "@tanstack/react-router";

const link = "text-accent-text underline";

/** What applies to all operations. */
export function Introduction({ documentUrl }: { documentUrl: string }) {
  return (
    <div className="max-w-prose space-y-3 pb-2 text-sm">
      <p>
        Requests are sent to <code className="font-mono text-xs">{location.origin}/api/v1</code> with{" "}
        <code className="font-mono text-xs">Authorization: Bearer TOKEN</code>. Members generate their token
        on the page{" "}
        <Link to="/console/token" className={link}>
          API token
        </Link>
        . Bodies are JSON in UTF-8, up to 1 MB.
      </p>
      <p>
        An error is JSON, too: <code className="font-mono text-xs">error</code> says what is wrong and what to
        do, <code className="font-mono text-xs">code</code> names the kind,{" "}
        <code className="font-mono text-xs">retryable</code> tells whether the same request may succeed later;{" "}
        <code className="font-mono text-xs">requestId</code>, on errors of the server, finds the request in
        its log. A response 429 says in <code className="font-mono text-xs">Retry-After</code> how many
        seconds to wait.
      </p>
      <p>
        For generators and other tools:{" "}
        <a href={documentUrl} className={link}>
          the OpenAPI 3.1 document
        </a>
        .
      </p>
    </div>
  );
}
