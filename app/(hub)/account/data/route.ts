import { exportOwnData } from "@/lib/access/server";
import { toErrorResponse } from "@/lib/api/envelope";
import { routeContext } from "@/lib/web/auth/route-context";
import { fileResponse } from "../../export-response";

/** All that the hub has about the reader, as one JSON file, streamed. */
export async function POST(request: Request): Promise<Response> {
  try {
    const ctx = await routeContext(request, "exports");
    return fileResponse(ctx, { pieces: await exportOwnData(ctx), name: "your-data", format: "json" });
  } catch (error) {
    return toErrorResponse(error);
  }
}
