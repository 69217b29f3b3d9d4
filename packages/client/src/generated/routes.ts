/** Generated from the contract by scripts/client.ts; do not edit. */
import type { Route } from "../request.ts";
import type { OperationTypes } from "./types.ts";

export const routes: Record<keyof OperationTypes, Route> = {
  getStatus: { method: "GET", path: "/status" },
  getMe: { method: "GET", path: "/me" },
  getFilters: { method: "GET", path: "/filters" },
  getCategories: { method: "GET", path: "/categories" },
  searchProjects: { method: "POST", path: "/search/projects" },
  exportProjects: { method: "POST", path: "/search/projects/export", text: true },
  getProject: { method: "GET", path: "/projects/by-slug/:slug" },
  similarProjects: { method: "GET", path: "/projects/by-slug/:slug/similar" },
  analyze: { method: "POST", path: "/analyze" },
  exportAnalysis: { method: "POST", path: "/analyze/export", text: true },
  compare: { method: "POST", path: "/compare" },
  listClusters: { method: "GET", path: "/clusters" },
  getCluster: { method: "GET", path: "/clusters/:key" },
  getLandscape: { method: "GET", path: "/landscape" },
  neighborhood: { method: "POST", path: "/neighborhood" },
  countTechnology: { method: "POST", path: "/technologies/counts" },
  trendTechnology: { method: "POST", path: "/technologies/trends" },
  findCoUsage: { method: "POST", path: "/technologies/co-usage" },
  listTopTechnologies: { method: "POST", path: "/technologies/top" },
  searchArchives: { method: "POST", path: "/search/archives" },
  readDocument: { method: "GET", path: "/archives/:documentId" },
  similarDocuments: { method: "GET", path: "/archives/:documentId/similar" },
  suggestSource: { method: "POST", path: "/source-suggestions", once: true },
  sendFeedback: { method: "POST", path: "/feedback", once: true },
  getResources: { method: "GET", path: "/resources" },
  getFaqs: { method: "GET", path: "/faqs" },
  getFaq: { method: "GET", path: "/faqs/:program/:id" },
};
