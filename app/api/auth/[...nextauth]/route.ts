import { NextRequest } from "next/server";
import { answering } from "@/lib/api/envelope";
import { readBody } from "@/lib/api/read-body";
import { BadRequest } from "@/lib/platform/errors";
import { handleAuthRequest } from "@/lib/web/auth/handle-auth-request";

type RouteContext = Parameters<typeof handleAuthRequest>[1];

/** Far larger than any sign-in or sign-out form. */
const MAX_FORM_BYTES = 16 * 1024;

function requireJson(bytes: Uint8Array): void {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new BadRequest("The body is not valid JSON.", { cause });
  }
}

/** Reads the body with a limit first, because next-auth would read all of it. */
async function bounded(request: NextRequest): Promise<NextRequest> {
  const body = await readBody(request, MAX_FORM_BYTES);
  if (request.headers.get("content-type")?.includes("application/json")) requireJson(body);
  // Drops the query: the provider would get it as parameters, and could skip asking who signs in.
  const { origin, pathname } = request.nextUrl;
  return new NextRequest(`${origin}${pathname}`, {
    method: request.method,
    headers: request.headers,
    body: new Uint8Array(body),
  });
}

export const GET = (request: NextRequest, context: RouteContext): Promise<Response> =>
  answering(() => handleAuthRequest(request, context));

export const POST = (request: NextRequest, context: RouteContext): Promise<Response> =>
  answering(async () => handleAuthRequest(await bounded(request), context));
