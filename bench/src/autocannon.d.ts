declare module "autocannon" {
  interface Result {
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  }
  export default function autocannon(options: {
    url: string;
    method: "POST";
    headers: Record<string, string>;
    connections: number;
    amount: number;
    requests: { body: string }[];
  }): Promise<Result>;
}
