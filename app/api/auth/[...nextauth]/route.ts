import { NextRequest } from "next/server";
import { handleAuthRequest } from "@/lib/auth/handle-auth-request";
import { toErrorResponse } from "@/lib/http/envelope";
import { readBody } from "@/lib/http/read-body";
import { BadRequest } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

type RouteContext = Parameters<typeof handleAuthRequest>[1];

/** Far above any form that signs somebody in or out. */
const MAX_FORM_BYTES = 16 * 1024;

function requireJson(bytes: Uint8Array): void {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new BadRequest("The body is not valid JSON.", { cause });
  }
}

/** next-auth reads a body to its end, whoever sends it and however long it is: here it is read first, and bounded. */
async function bounded(request: NextRequest): Promise<NextRequest> {
  const body = await readBody(request, MAX_FORM_BYTES);
  if (request.headers.get("content-type")?.includes("application/json")) requireJson(body);
  return new NextRequest(request.url, { method: request.method, headers: request.headers, body: new Uint8Array(body) });
}

export async function POST(request: NextRequest, context: RouteContext): Promise<Response> {
  try {
    return await handleAuthRequest(await bounded(request), context);
  } catch (error) {
    return toErrorResponse(error, newId());
  }
}

export { handleAuthRequest as GET } from "@/lib/auth/handle-auth-request";
