import { toErrorResponse } from "@/lib/api/envelope";
import { refusalOf } from "./refusal";

const NOT_KEPT = { "cache-control": "no-store" };

/**
 * Answers a script of the hub's own pages: what `run` gives as JSON, or its failure as the API's envelope with the status it has,
 * never cached. The envelope also names the form's field at fault, if there is one.
 */
export async function answerPage(run: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await run(), { headers: NOT_KEPT });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal?.field) return toErrorResponse(refusal ?? error);
    const { code, message, field, status } = refusal;
    return Response.json({ error: { code, message, field } }, { status, headers: NOT_KEPT });
  }
}
