import { apiCatalog } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

/** The address of the hub stands in it, which is known at run time alone. */
export const dynamic = "force-dynamic";

/** Where programs find what the API is (RFC 9727). */
export const GET = (): Response =>
  new Response(JSON.stringify(apiCatalog(env.HUB_BASE_URL)), {
    headers: {
      "content-type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      "cache-control": "public, max-age=300",
    },
  });
