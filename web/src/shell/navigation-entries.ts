/** The navigation: one line per page, in the order shown. The command palette lists the same. */
import type { LinkProps } from "@tanstack/react-router";
import {
  BellDot,
  Bookmark,
  Boxes,
  Braces,
  ChartColumn,
  CircleQuestionMark,
  Cpu,
  Database,
  FileUp,
  House,
  Inbox,
  KeyRound,
  LibraryBig,
  LifeBuoy,
  Lightbulb,
  type LucideIcon,
  Map as MapIcon,
  MessageSquarePlus,
  MessageSquareText,
  Rocket,
  Rss,
  Scale,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from "lucide-react";

export interface NavigationEntry {
  to: NonNullable<LinkProps["to"]>;
  name: string;
  icon: LucideIcon;
  /** What it is for, on the first page. */
  about?: string;
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
      {
        to: "/projects",
        name: "Projects",
        icon: Rocket,
        about: "Search and filter what has been built at hackathons.",
      },
      {
        to: "/archive",
        name: "Archive",
        icon: LibraryBig,
        about: "Find and read what has been written: essays, proposals, research.",
      },
      {
        to: "/check",
        name: "Idea check",
        icon: Lightbulb,
        about: "Paste an idea: who has built it, and how crowded it is.",
      },
      {
        to: "/landscape",
        name: "Landscape",
        icon: MapIcon,
        about: "All projects on a map, placed by what they are about.",
      },
      { to: "/clusters", name: "Clusters", icon: Boxes, about: "Groups of projects about the same thing." },
      {
        to: "/analyze",
        name: "Analyze",
        icon: ChartColumn,
        about: "Count a set of projects by category, track and tag.",
      },
      { to: "/compare", name: "Compare", icon: Scale, about: "Where two sets of projects differ." },
      {
        to: "/technologies",
        name: "Technologies",
        icon: Cpu,
        about: "What projects are built with, and its trends.",
      },
    ],
  },
  {
    name: "Yours",
    entries: [
      { to: "/shortlists", name: "Shortlists", icon: Bookmark },
      { to: "/saved", name: "Saved searches", icon: BellDot },
      { to: "/suggest", name: "Suggest", icon: MessageSquarePlus },
    ],
  },
  {
    name: "Administration",
    adminOnly: true,
    entries: [
      { to: "/console/members", name: "Members", icon: Users },
      { to: "/console/suggestions", name: "Suggestions", icon: Inbox, count: "suggestions" },
      { to: "/console/feedback", name: "Feedback", icon: MessageSquareText, count: "feedback" },
      { to: "/console/sources", name: "Sources", icon: Rss },
      { to: "/console/imports", name: "Imports", icon: FileUp },
      { to: "/console/corpus", name: "Corpus", icon: Database },
      { to: "/console/audit", name: "Audit log", icon: ScrollText },
    ],
  },
  {
    name: "Account",
    entries: [
      { to: "/console/token", name: "API token", icon: KeyRound },
      { to: "/docs", name: "API reference", icon: Braces },
      { to: "/console/profile", name: "Profile", icon: UserRound },
      { to: "/console/resources", name: "Resources", icon: LifeBuoy },
      { to: "/console/faqs", name: "FAQs", icon: CircleQuestionMark },
      { to: "/console/account", name: "Account", icon: Settings },
    ],
  },
];

export const entriesOf = (group: string): readonly NavigationEntry[] =>
  navigationGroups.find(({ name }) => name === group)?.entries ?? [];

export const groupsFor = (isAdmin: boolean): readonly NavigationGroup[] =>
  navigationGroups.filter(({ adminOnly }) => isAdmin || !adminOnly);
