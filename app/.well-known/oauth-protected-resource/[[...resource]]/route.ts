import { env } from "@/lib/platform/config/env";

export const dynamic = "force-dynamic";

/** Tells MCP clients how to send a credential (RFC 9728). The hub has no authorization server to name. */
export async function GET(_request: Request, { params }: { params: Promise<{ resource?: string[] }> }) {
  const { resource = ["mcp"] } = await params;
  if (resource.join("/") !== "mcp") return new Response("There is no such resource.\n", { status: 404 });
  const metadata = {
    resource: `${env.HUB_BASE_URL}/mcp`,
    resource_name: "Brand Identity Hub",
    resource_documentation: `${env.HUB_BASE_URL}/docs/agents`,
    bearer_methods_supported: ["header"],
  };
  return Response.json(metadata, {
    headers: { "cache-control": "public, max-age=300", "access-control-allow-origin": "*" },
  });
}
