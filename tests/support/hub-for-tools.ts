import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect } from "vitest";
import { handOffToTool } from "@/lib/integrations/server";
import { openEditor, publishDraft, saveDraft, versionKeys } from "@/lib/publishing/server";
import { createListener } from "@/lib/server/listener";
import { actingUser, context, signedInUser, systemContext } from "./fixtures";
import { listen } from "./listen";
import { createWorld } from "./world";

/** A hub on a local port for a tool under test. Its people act through use cases. */
export async function createHubForTools() {
  const world = await createWorld();
  const pages = async ({ url }: IncomingMessage, response: ServerResponse) => {
    const isKeys = url === "/.well-known/jwks.json";
    const keys = isKeys ? JSON.stringify(await versionKeys(systemContext(world.db))) : undefined;
    response.writeHead(isKeys ? 200 : 404).end(keys);
  };
  const server = await listen(createServer(createListener(pages)));
  const url = `http://127.0.0.1:${server.port}`;
  await world.db.execute(
    "update tools set connect_url = 'http://localhost:4100/hub/callback' where slug = 'brand-studio'",
  );

  async function internal(operation: string, body?: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${world.tokens.dispatch}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: body === undefined ? undefined : JSON.stringify(body) };
    const response = await fetch(`${url}/api/public/v1/internal/${operation}`, init);
    expect(response.status).toBe(200);
    return response.json();
  }

  return {
    world,
    url,
    /** Registers the tool's webhook for the own brand. */
    subscribe: (webhookUrl: string) =>
      internal("register-subscription", {
        brand_id: world.brands.own.id,
        tool_slug: "brand-studio",
        webhook_url: webhookUrl,
      }),
    tick: () => internal("dispatch-tick"),
    async publish(tagline: string): Promise<void> {
      const ctx = context(world.db, actingUser(world.users.owner), new Date());
      const { document, version } = await openEditor(ctx, { brandId: world.brands.own.id });
      document.identity.brand.tagline = tagline;
      const save = { brandId: world.brands.own.id, baseVersion: version, revision: null, document };
      const { revision } = await saveDraft(ctx, save);
      await publishDraft(ctx, { brandId: world.brands.own.id, revision, note: null });
    },
    /** The token that the hub's page would post to the tool for the owner. */
    async handOff(brandId: string | null): Promise<string> {
      const authTimeSeconds = Math.floor(Date.now() / 1000);
      const owner = signedInUser(world.users.owner, { sid: world.sids.owner, authTimeSeconds });
      const input = { toolSlug: "brand-studio", brandId: brandId ?? undefined };
      return (await handOffToTool(context(world.db, owner, new Date()), input)).token;
    },
    async close(): Promise<void> {
      await server.close();
      await world.close();
    },
  };
}

export type HubForTools = Awaited<ReturnType<typeof createHubForTools>>;
