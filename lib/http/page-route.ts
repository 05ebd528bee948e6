import { newId } from "@/lib/kernel/ids";
import { toErrorResponse } from "./envelope";

/** Answers a script of the hub's own pages: what `run` gives as JSON, or its failure as the envelope, never cached. */
export async function answerPage(run: () => Promise<unknown>): Promise<Response> {
  const requestId = newId();
  try {
    return Response.json(await run(), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return toErrorResponse(error, requestId);
  }
}
