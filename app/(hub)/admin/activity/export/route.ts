import { HUB_ACTION_KINDS } from "@/lib/access";
import { exportHubActivity } from "@/lib/access/server";
import { toErrorResponse } from "@/lib/api/envelope";
import { Unauthorized } from "@/lib/platform/errors";
import { currentSession } from "@/lib/web/auth/current-user";
import { exportResponse } from "../../../export-response";
import { activityExport } from "../../../page-query";
import { adminPage } from "../../admin-page";

export async function GET(request: Request): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."));
  const ctx = await adminPage();
  const query = activityExport(request.url, HUB_ACTION_KINDS);
  return exportResponse(ctx, { pieces: exportHubActivity(ctx, query), name: "hub-activity", format: query.format });
}
