import { guide, llmsText } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

/** Contains the hub's address, which is known only at run time. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return new Response(llmsText(env.HUB_BASE_URL, await guide(env.HUB_BASE_URL)), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
