import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Select } from "../../ui/select.tsx";
import { categoryChoices, severityChoices } from "./feedback-choices.ts";
import { useSend } from "./use-send.ts";

type Category = (typeof categoryChoices)[number]["value"];
type Severity = (typeof severityChoices)[number]["value"];

export function FeedbackForm() {
  const [category, setCategory] = useState<Category>("quality");
  const [severity, setSeverity] = useState<Severity>("medium");
  const [message, setMessage] = useState("");
  const send = useSend("sendFeedback", "listOwnFeedback", () => setMessage(""));
  return (
    <Card title="An error, a poor result, an idea">
      <form
        className="max-w-xl space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ category, severity, message });
        }}
      >
        <Problem error={send.error} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="About"
            choices={categoryChoices}
            value={category}
            onChange={(chosen) => setCategory(chosen)}
          />
          <Select
            label="How severe"
            choices={severityChoices}
            value={severity}
            onChange={(chosen) => setSeverity(chosen)}
          />
        </div>
        <TextField
          label="Message"
          required
          rows={5}
          maxLength={5000}
          hint="Searches are not stored: say what you searched for, if it matters."
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button type="submit" kind="primary" busy={send.isPending}>
          Send
        </Button>
      </form>
    </Card>
  );
}
