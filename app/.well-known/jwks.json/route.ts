import { versionKeys } from "@/lib/publishing/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

export const dynamic = "force-dynamic";

/** Public keys that verify the proofs of versions (RFC 7517). */
export const GET = async (): Promise<Response> =>
  Response.json(await versionKeys(await anonymousContext()), {
    headers: {
      "content-type": "application/jwk-set+json",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    },
  });
