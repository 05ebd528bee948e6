import { studio } from "../../studio";

/** Returns the brand and version that the page would show now. */
export async function GET(request: Request): Promise<Response> {
  const { bundles, sessions } = studio();
  const session = sessions.find(request.headers.get("cookie"));
  if (!session) return Response.json(null);
  const row = await bundles.find(session.brandId);
  return Response.json(
    { brand: session.brandId, version: row?.identity_version ?? 0 },
    { headers: { "cache-control": "no-store" } },
  );
}
