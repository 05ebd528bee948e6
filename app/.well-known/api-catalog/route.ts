import { apiCatalog } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

/** Contains the hub's address, which is known only at run time. */
export const dynamic = "force-dynamic";

/** Tells programs where the API and its description are (RFC 9727). */
export const GET = (): Response =>
  new Response(JSON.stringify(apiCatalog(env.HUB_BASE_URL)), {
    headers: {
      "content-type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      "cache-control": "public, max-age=300",
    },
  });
