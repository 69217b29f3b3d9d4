/** A webhook receiver for tests. */
import { startServer, status, type TestServer } from "../../net/server.case.ts";

/** Accepts every delivery; its URL contains a secret. */
export async function openReceiver(): Promise<TestServer & { url: string }> {
  const receiver = await startServer(status(204));
  receiver.url += "/in?key=hush";
  return receiver;
}
