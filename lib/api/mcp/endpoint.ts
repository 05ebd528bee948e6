import type { ServerEventBus } from "@modelcontextprotocol/server";
import { z } from "zod";
import { defineOperation, Slug } from "@/lib/contract";
import { BadRequest, RateLimited } from "@/lib/platform/errors";
import { findCurrentVersion, requireVersionReader, watchVersions } from "@/lib/publishing/server";
import { authenticate } from "../authenticate";
import type { Handler } from "../endpoint";
import { RawResponse } from "../hot-path/answer";
import type { AgentCtx } from "./server";

export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource/mcp";

const header = z.string().max(1000).optional();

/** The Model Context Protocol, without sessions. Outside the contract: its own protocol describes it. */
export const mcpOperation = defineOperation({
  id: "mcp",
  method: "POST",
  path: "/mcp",
  tag: "Versions",
  summary: "Model Context Protocol",
  description: "Tools, resources and prompts for AI agents.",
  credentials: ["apiKey", "childApp"],
  scope: "agents:read",
  headers: z.object({
    authorization: header,
    "x-tool-slug": Slug.optional(),
    host: header,
    origin: header,
    accept: header,
    "content-type": header,
    "mcp-protocol-version": header,
    "mcp-method": header,
    "mcp-name": header,
  }),
  body: { schema: z.unknown(), limitBytes: 256 * 1024 },
  response: { description: "JSON-RPC" },
  errors: {},
  examples: [],
});

const MAX_RESOURCES = 100;

const Listen = z.object({
  params: z.looseObject({
    notifications: z.looseObject({
      resourceSubscriptions: z.array(z.string().max(200)).max(MAX_RESOURCES).default([]),
    }),
  }),
});

/** Per credential and process. */
const MAX_STREAMS = 20;
const streams = new Set<{ who: string; end(): void }>();
const endAll = () => {
  for (const { end } of streams) end();
};

const brandOf = (uri: string): string => /^brand:\/\/([^/]+)\//.exec(uri)?.[1] ?? "";

/** Current versions of the brands in `uris` that the caller can read. */
async function readableVersions(ctx: AgentCtx, uris: readonly string[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for (const id of new Set(uris.map(brandOf))) {
    const brandId = await requireVersionReader(ctx, { brandId: id }).catch(() => null);
    if (brandId === id) versions.set(id, await findCurrentVersion(ctx, { brandId }));
  }
  return versions;
}

/** Opens a stream of new versions. It ends once the caller can't read a brand any more, or the hub stops. */
async function answerListen(ctx: AgentCtx, request: Request, body: object, sdk: Sdk): Promise<Response> {
  const { actor, stopping } = ctx;
  const who = actor.kind === "tool" ? actor.toolSlug : actor.apiKeyId;
  if ([...streams].filter((stream) => stream.who === who).length >= MAX_STREAMS)
    throw new RateLimited(30, `At most ${MAX_STREAMS} subscriptions can be open.`);
  const listen = Listen.safeParse(body).data;
  if (!listen) throw new BadRequest(`A subscription has notifications with at most ${MAX_RESOURCES} resources.`);
  const { notifications } = listen.params;
  const versions = await readableVersions(ctx, notifications.resourceSubscriptions);
  const uris = notifications.resourceSubscriptions.filter((uri) => versions.has(brandOf(uri)));
  notifications.resourceSubscriptions = uris;
  const verify = async () => authenticate({ ...ctx, now: await ctx.clock(ctx.db) }, mcpOperation, request.headers);
  const stream = { who, end: () => void handler.close() };
  const subscribe: ServerEventBus["subscribe"] = (listener) => {
    const onPublish = (brandId: string) =>
      void Promise.all([verify(), requireVersionReader(ctx, { brandId })]).then(() => {
        for (const uri of uris) if (brandOf(uri) === brandId) listener({ kind: "resource_updated", uri });
      }, stream.end);
    const stop = watchVersions(ctx, { versions, onPublish });
    stopping.addEventListener("abort", endAll);
    streams.add(stream);
    return () => {
      stop();
      streams.delete(stream);
    };
  };
  const handler = sdk.createMcpHandler(({ era }) => sdk.mcpServer(ctx, era), {
    bus: { publish() {}, subscribe },
  });
  return handler.fetch(request, { parsedBody: { ...body, ...listen } });
}

/** Loaded with the first call. */
const loadSdk = async () => ({ ...(await import("@modelcontextprotocol/server")), ...(await import("./server")) });
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** The refusal of a page of another origin, or of another host that resolves to this machine. */
function refusalOfOrigin(request: Request, baseUrl: string, sdk: Sdk): Response | undefined {
  const { hostname } = new URL(baseUrl);
  const loopback = sdk.localhostAllowedHostnames();
  if (!loopback.includes(hostname)) return sdk.originValidationResponse(request, [hostname]);
  return sdk.hostHeaderValidationResponse(request, loopback) ?? sdk.originValidationResponse(request, loopback);
}

export const answerMcp: Handler<typeof mcpOperation> = async ({ ctx, headers, body }) => {
  const sdk = await loadSdk();
  const request = new Request(new URL("/mcp", ctx.baseUrl), { method: "POST", headers: headers as HeadersInit });
  const isListening = z.object({ method: z.literal("subscriptions/listen") }).safeParse(body).success;
  const serve = () =>
    isListening
      ? answerListen(ctx, request, body as object, sdk)
      : sdk.createMcpHandler(({ era }) => sdk.mcpServer(ctx, era)).fetch(request, { parsedBody: body });
  const response = refusalOfOrigin(request, ctx.baseUrl, sdk) ?? (await serve());
  // A call keeps its concurrency slot until it is answered, a subscription doesn't.
  const content = isListening ? response.body : (await response.text()) || null;
  return new RawResponse(content, Object.fromEntries(response.headers), response.status);
};
