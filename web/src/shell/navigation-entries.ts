/** The navigation: one line per page, in the order shown. The command palette lists the same. */
import type { LinkProps } from "@tanstack/react-router";
import {
  Boxes,
  ChartColumn,
  CircleQuestionMark,
  Cpu,
  Database,
  House,
  Inbox,
  KeyRound,
  LifeBuoy,
  Lightbulb,
  type LucideIcon,
  MessageSquareText,
  Scale,
  Settings,
  UserRound,
  Users,
} from "lucide-react";

export interface NavigationEntry {
  to: NonNullable<LinkProps["to"]>;
  name: string;
  icon: LucideIcon;
  /** What is counted beside it. */
  count?: "suggestions" | "feedback";
}

export interface NavigationGroup {
  name: string;
  adminOnly?: true;
  entries: readonly NavigationEntry[];
}

export const navigationGroups: readonly NavigationGroup[] = [
  {
    name: "Explore",
    entries: [
      { to: "/", name: "Home", icon: House },
      { to: "/check", name: "Idea check", icon: Lightbulb },
    ],
  },
  {
    name: "Analysis",
    entries: [
      { to: "/clusters", name: "Clusters", icon: Boxes },
      { to: "/analyze", name: "Analyze", icon: ChartColumn },
      { to: "/compare", name: "Compare", icon: Scale },
      { to: "/technologies", name: "Technologies", icon: Cpu },
    ],
  },
  {
    name: "Account",
    entries: [
      { to: "/console/token", name: "API token", icon: KeyRound },
      { to: "/console/profile", name: "Profile", icon: UserRound },
      { to: "/console/resources", name: "Resources", icon: LifeBuoy },
      { to: "/console/faqs", name: "FAQs", icon: CircleQuestionMark },
      { to: "/console/account", name: "Account", icon: Settings },
    ],
  },
  {
    name: "Administration",
    adminOnly: true,
    entries: [
      { to: "/console/members", name: "Members", icon: Users },
      { to: "/console/suggestions", name: "Suggestions", icon: Inbox, count: "suggestions" },
      { to: "/console/feedback", name: "Feedback", icon: MessageSquareText, count: "feedback" },
      { to: "/console/corpus", name: "Corpus", icon: Database },
    ],
  },
];

export const groupsFor = (isAdmin: boolean): readonly NavigationGroup[] =>
  navigationGroups.filter(({ adminOnly }) => isAdmin || !adminOnly);
