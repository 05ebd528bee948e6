import { toErrorResponse } from "@/lib/api/envelope";
import { refusalOf } from "./refusal";

const NOT_KEPT = { "cache-control": "no-store" };

/** Returns the result of `run` as JSON, or the API's error envelope with the form field. */
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
