import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useSend } from "./use-send.ts";

const blank = { url: "", name: "", reason: "" };

export function SourceForm() {
  const [given, setGiven] = useState(blank);
  const send = useSend("suggestSource", "listOwnSuggestions", () => setGiven(blank));
  const change = (field: keyof typeof blank) => (event: { target: { value: string } }) =>
    setGiven({ ...given, [field]: event.target.value });
  return (
    <Card title="A source that the archive lacks">
      <form
        className="max-w-xl space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const { url, name, reason } = given;
          send.mutate({ url: url.trim(), ...(name && { name }), ...(reason && { reason }) });
        }}
      >
        <Problem error={send.error} />
        <Field
          label="Address"
          type="url"
          required
          maxLength={2048}
          placeholder="https://"
          hint="A public web address. Nothing is fetched from it before an administrator has approved it."
          value={given.url}
          onChange={change("url")}
        />
        <Field label="Name" maxLength={200} value={given.name} onChange={change("name")} />
        <TextField
          label="Why it belongs in the archive"
          maxLength={500}
          value={given.reason}
          onChange={change("reason")}
        />
        <Button type="submit" kind="primary" busy={send.isPending}>
          Suggest it
        </Button>
      </form>
    </Card>
  );
}
