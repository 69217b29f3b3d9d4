/** Prometheus metrics of the HTTP API. Labels contain route templates, never what a caller sent. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

export interface FinishedRequest {
  method: string;
  /** Route template, e.g. `/api/v1/archives/:documentId`. */
  route: string;
  status: number;
  seconds: number;
}

export interface ServerMetrics {
  requestFinished(request: FinishedRequest): void;
  readonly contentType: string;
  /** All metrics in the Prometheus text format. */
  expose(): Promise<string>;
}

/** Other modules may add metrics to `registry`. */
export function createServerMetrics(registry: Registry = new Registry()): ServerMetrics {
  collectDefaultMetrics({ register: registry });
  const labelNames = ["method", "route", "status"];
  const requests = new Counter({
    name: "priorart_http_requests_total",
    help: "HTTP requests answered",
    labelNames,
    registers: [registry],
  });
  const latency = new Histogram({
    name: "priorart_http_request_duration_seconds",
    help: "Time from the request's arrival to its response",
    labelNames: ["method", "route"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    requestFinished({ method, route, status, seconds }) {
      requests.inc({ method, route, status: String(status) });
      latency.observe({ method, route }, seconds);
    },
    contentType: registry.contentType,
    expose: () => registry.metrics(),
  };
}
