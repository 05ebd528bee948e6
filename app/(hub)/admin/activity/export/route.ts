import { HUB_ACTION_KINDS } from "@/lib/audit";
import { exportHubActivity } from "@/lib/audit/server";
import { currentSession } from "@/lib/auth/current-user";
import { toErrorResponse } from "@/lib/http/envelope";
import { Unauthorized } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { activityQuery } from "../../../activity-query";
import { csvResponse } from "../../../csv-response";
import { adminPage } from "../../admin-page";

/** The hub's activity as a CSV file, streamed; for hub administrators. */
export async function GET(request: Request): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."), newId());
  const ctx = await adminPage();
  const query = activityQuery(Object.fromEntries(new URL(request.url).searchParams), HUB_ACTION_KINDS);
  return csvResponse(exportHubActivity(ctx, query), `hub-activity-${ctx.now.toISOString().slice(0, 10)}.csv`);
}
