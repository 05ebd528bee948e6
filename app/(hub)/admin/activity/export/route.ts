import { HUB_ACTION_KINDS } from "@/lib/audit";
import { exportHubActivity } from "@/lib/audit/server";
import { currentSession } from "@/lib/auth/current-user";
import { toErrorResponse } from "@/lib/http/envelope";
import { Unauthorized } from "@/lib/kernel/errors";
import { activityExport } from "../../../activity-query";
import { exportResponse } from "../../../export-response";
import { adminPage } from "../../admin-page";

export async function GET(request: Request): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."));
  const ctx = await adminPage();
  const query = activityExport(request.url, HUB_ACTION_KINDS);
  return exportResponse(ctx, { pieces: exportHubActivity(ctx, query), name: "hub-activity", format: query.format });
}
