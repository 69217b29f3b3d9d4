import { Link } from "@tanstack/react-router";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import {
  claudeCodeSample,
  curlSample,
  javascriptSample,
  mcpServersSample,
  pythonSample,
} from "./sample-code.ts";

/** With this service's URL filled in, and the token while it is known. */
export function Samples({ secret }: { secret: string | null }) {
  const options = { origin: location.origin, token: secret };
  const tab = (name: string, code: string) => ({
    name,
    content: <CodeBlock key={name} code={code} label={name} />,
  });
  return (
    <>
      <Tabs
        label="Language"
        tabs={[
          tab("curl", curlSample(options)),
          tab("JavaScript", javascriptSample(options)),
          tab("Python", pythonSample(options)),
          tab("Claude Code", claudeCodeSample(options)),
          tab("Other agents", mcpServersSample(options)),
        ]}
      />
      <p className="mt-1 text-sm text-muted">
        Assistants that take only a URL need no token: give them{" "}
        <span className="font-mono">{location.origin}/mcp</span>, and sign in when they ask.
      </p>
      <p className="mt-1 text-sm text-muted">
        Base URL: <span className="font-mono">{location.origin}/api/v1</span>. Every operation is described,
        and can be tried, in the{" "}
        <Link to="/docs" className="text-accent-text underline">
          API reference
        </Link>
        .
      </p>
    </>
  );
}
