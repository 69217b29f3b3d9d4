/** Sign-in, the member's account, and administration. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { at, texts } from "./root-route.ts";
import { asCount, asText, type RawSearch } from "./search-params.ts";

const adminOnly = { staticData: { adminOnly: true } };

export const consoleRoutes = [
  createRoute({
    ...at("/docs"),
    staticData: { readable: true },
    component: lazyRouteComponent(() => import("../pages/reference/reference-page.tsx"), "ReferencePage"),
  }),
  createRoute({
    ...at("/console"),
    validateSearch: texts("problem"),
    component: lazyRouteComponent(() => import("../pages/sign-in/signed-in.tsx"), "SignedIn"),
  }),
  createRoute({
    ...at("/console/sign-in"),
    validateSearch: texts("problem", "next"),
    component: lazyRouteComponent(() => import("../pages/sign-in/signed-in.tsx"), "SignedIn"),
  }),
  createRoute({
    ...at("/console/sign-up"),
    staticData: { open: true },
    component: lazyRouteComponent(() => import("../pages/sign-in/sign-up-page.tsx"), "SignUpPage"),
  }),
  createRoute({
    ...at("/console/invitation/$secret"),
    staticData: { open: true },
    component: lazyRouteComponent(() => import("../pages/invitation/invitation-page.tsx"), "InvitationPage"),
  }),
  createRoute({
    ...at("/console/authorize"),
    component: lazyRouteComponent(() => import("../pages/authorize/authorize-page.tsx"), "AuthorizePage"),
  }),
  createRoute({
    ...at("/console/token"),
    component: lazyRouteComponent(() => import("../pages/token/token-page.tsx"), "TokenPage"),
  }),
  createRoute({
    ...at("/console/profile"),
    component: lazyRouteComponent(() => import("../pages/profile/profile-page.tsx"), "ProfilePage"),
  }),
  createRoute({
    ...at("/console/resources"),
    validateSearch: texts("hackathon", "q", "track"),
    component: lazyRouteComponent(() => import("../pages/resources/resources-page.tsx"), "ResourcesPage"),
  }),
  createRoute({
    ...at("/console/faqs"),
    validateSearch: texts("q", "program"),
    component: lazyRouteComponent(() => import("../pages/faqs/faqs-page.tsx"), "FaqsPage"),
  }),
  createRoute({
    ...at("/console/account"),
    component: lazyRouteComponent(() => import("../pages/account/account-page.tsx"), "AccountPage"),
  }),
  createRoute({
    ...at("/console/members"),
    ...adminOnly,
    validateSearch: texts("q"),
    component: lazyRouteComponent(() => import("../pages/members/members-page.tsx"), "MembersPage"),
  }),
  createRoute({
    ...at("/console/suggestions"),
    ...adminOnly,
    validateSearch: texts("state"),
    component: lazyRouteComponent(
      () => import("../pages/suggestions/suggestions-page.tsx"),
      "SuggestionsPage",
    ),
  }),
  createRoute({
    ...at("/console/feedback"),
    ...adminOnly,
    validateSearch: texts("state"),
    component: lazyRouteComponent(() => import("../pages/feedback/feedback-page.tsx"), "FeedbackPage"),
  }),
  createRoute({
    ...at("/console/corpus"),
    ...adminOnly,
    component: lazyRouteComponent(() => import("../pages/corpus/corpus-page.tsx"), "CorpusPage"),
  }),
  createRoute({
    ...at("/console/imports"),
    ...adminOnly,
    component: lazyRouteComponent(() => import("../pages/imports/imports-page.tsx"), "ImportsPage"),
  }),
  createRoute({
    ...at("/console/sources"),
    ...adminOnly,
    component: lazyRouteComponent(() => import("../pages/sources/sources-page.tsx"), "SourcesPage"),
  }),
  createRoute({
    ...at("/console/sources/$key"),
    ...adminOnly,
    component: lazyRouteComponent(() => import("../pages/sources/source-page.tsx"), "SourcePage"),
  }),
  createRoute({
    ...at("/console/audit"),
    ...adminOnly,
    validateSearch: (search: RawSearch): { q?: string; offset?: number } => ({
      q: asText(search.q),
      offset: asCount(search.offset),
    }),
    component: lazyRouteComponent(() => import("../pages/audit/audit-page.tsx"), "AuditPage"),
  }),
] as const;
