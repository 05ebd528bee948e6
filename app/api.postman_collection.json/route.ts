import { postmanCollectionText } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

/** Contains the hub's address, which is known only at run time. */
export const dynamic = "force-dynamic";

export const GET = (): Response =>
  new Response(postmanCollectionText(env.HUB_BASE_URL), {
    headers: {
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="brand-identity-hub.postman_collection.json"',
      "cache-control": "public, max-age=300",
    },
  });
