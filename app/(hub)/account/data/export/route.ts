import { exportOwnData } from "@/lib/access/server";
import { answering } from "@/lib/api/envelope";
import { routeContext } from "@/lib/web/auth/current-user";
import { fileResponse } from "../../../export-response";

export async function POST(request: Request): Promise<Response> {
  return answering(async () => {
    const ctx = await routeContext(request, "exports");
    return fileResponse(ctx, { pieces: await exportOwnData(ctx), name: "your-data", format: "json" });
  });
}
