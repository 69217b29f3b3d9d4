import { useQueryValue } from "../../router/use-query-value.ts";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { FeedbackForm } from "./feedback-form.tsx";
import { OwnFeedback } from "./own-feedback.tsx";
import { OwnSuggestions } from "./own-suggestions.tsx";
import { SourceForm } from "./source-form.tsx";

/** What members send to the operators, and its status. */
export function SuggestPage() {
  const [about, setAbout] = useQueryValue("about");
  return (
    <Page
      title="Suggest"
      lead="Tell the operators of this service what is missing or wrong; they answer here."
    >
      <Tabs
        label="What"
        chosen={about === "feedback" ? "Give feedback" : "Suggest a source"}
        onChoose={(name) => setAbout(name === "Give feedback" ? "feedback" : "")}
        tabs={[
          {
            name: "Suggest a source",
            content: (
              <div className="space-y-6">
                <SourceForm />
                <OwnSuggestions />
              </div>
            ),
          },
          {
            name: "Give feedback",
            content: (
              <div className="space-y-6">
                <FeedbackForm />
                <OwnFeedback />
              </div>
            ),
          },
        ]}
      />
    </Page>
  );
}
