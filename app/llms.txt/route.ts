import { guide, llmsText } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

/** The address of the hub stands in it, which is known at run time alone. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return new Response(llmsText(env.HUB_BASE_URL, await guide(env.HUB_BASE_URL)), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
