/** The pages of members, in the order of the navigation. */
import type { ComponentType } from "react";
import { AccountPage } from "../pages/account/account-page.tsx";
import { CorpusPage } from "../pages/corpus/corpus-page.tsx";
import { FaqsPage } from "../pages/faqs/faqs-page.tsx";
import { FeedbackPage } from "../pages/feedback/feedback-page.tsx";
import { MembersPage } from "../pages/members/members-page.tsx";
import { ProfilePage } from "../pages/profile/profile-page.tsx";
import { ResourcesPage } from "../pages/resources/resources-page.tsx";
import { SuggestionsPage } from "../pages/suggestions/suggestions-page.tsx";
import { TokenPage } from "../pages/token/token-page.tsx";

export interface MemberPage {
  path: string;
  name: string;
  adminOnly: boolean;
  page: ComponentType;
}

export const memberPages: readonly MemberPage[] = [
  { path: "token", name: "API token", adminOnly: false, page: TokenPage },
  { path: "profile", name: "Profile and projects", adminOnly: false, page: ProfilePage },
  { path: "resources", name: "Resources", adminOnly: false, page: ResourcesPage },
  { path: "faqs", name: "FAQs", adminOnly: false, page: FaqsPage },
  { path: "account", name: "Account", adminOnly: false, page: AccountPage },
  { path: "members", name: "Members", adminOnly: true, page: MembersPage },
  { path: "suggestions", name: "Suggestions", adminOnly: true, page: SuggestionsPage },
  { path: "feedback", name: "Feedback", adminOnly: true, page: FeedbackPage },
  { path: "corpus", name: "Corpus", adminOnly: true, page: CorpusPage },
];
