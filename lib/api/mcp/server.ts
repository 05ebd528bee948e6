import {
  type CallToolResult,
  type McpRequestContext,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ToolCallback,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  CHECK_MEDIA_TYPES,
  CheckRequest,
  CONTEXT_TASKS,
  CONTEXT_TOKENS,
  type ContextTask,
  LanguageTag,
} from "@/lib/contract";
import { listBrandsOfTool } from "@/lib/integrations/server";
import type { ProvedApiKeyActor, ToolActor } from "@/lib/platform/context";
import {
  checkContent,
  findCurrentVersion,
  getSnapshot,
  listPublishedVersions,
  requireVersionReader,
  searchDocument,
} from "@/lib/publishing/server";
import { findContext } from "@/lib/rendering/server";
import type { Ctx } from "@/lib/runtime/context";
import { refusalOf } from "../envelope";
import { fitsPage, pageOf, readSection, SECTIONS } from "./sections";

export type AgentCtx = Ctx<ProvedApiKeyActor | ToolActor>;

const INSTRUCTIONS =
  "Brand guidelines by version. Call list_brands, then get_brand_context for your task before you write, design, code or review for a brand. Check what you made with check_content.";

/** So that a page of brands with long names stays below 10,000 tokens. */
const MAX_BRANDS = 30;
const MAX_HITS = 20;
const MAX_FINDINGS = 100;
const MAX_CHANGES = 100;
const YEAR_MS = 31_536_000_000;

const brand_id = z.string().max(36);
const versionNumber = z.int().min(1).max(999_999_999);
const version = versionNumber.optional().describe("Default: current");
const locale = LanguageTag.optional();
const task = z.enum(CONTEXT_TASKS);
const section = z.enum(SECTIONS);

async function brandsOf(ctx: AgentCtx, after?: string) {
  const { actor } = ctx;
  if (actor.kind === "api-key") return { entries: [actor.brand], next: null };
  return listBrandsOfTool({ ...ctx, actor }, { limit: MAX_BRANDS, ...(after && { after }) });
}

/** @throws as `requireVersionReader` */
async function versionOf(ctx: AgentCtx, asked: { brand_id: string; version?: number | undefined }) {
  const brandId = await requireVersionReader(ctx, { brandId: asked.brand_id });
  return { brandId, version: asked.version ?? (await findCurrentVersion(ctx, { brandId })) };
}

/** `not_found: There is no such brand.` */
const messageOf = (error: unknown): { message: string; status: number } => {
  const { body, status } = refusalOf(error);
  const { code, message } = JSON.parse(String(body)).error;
  return { message: `${code}: ${message}`, status };
};

function registerTools(server: McpServer, ctx: AgentCtx): void {
  function tool<Schema extends z.ZodObject>(
    name: string,
    description: string,
    inputSchema: Schema,
    answer: (input: z.output<Schema>) => Promise<string[]>,
  ): void {
    const config = { description, inputSchema, annotations: { readOnlyHint: true } };
    const call = async (input: z.output<Schema>): Promise<CallToolResult> => {
      try {
        return { content: (await answer(input)).map((text) => ({ type: "text", text })) };
      } catch (error) {
        return { content: [{ type: "text", text: messageOf(error).message }], isError: true };
      }
    };
    server.registerTool(name, config, call as ToolCallback<Schema>);
  }

  tool(
    "list_brands",
    "Brands that you can read, with ids and current versions",
    z.object({ cursor: z.string().max(200).optional() }),
    async ({ cursor }) => {
      const { entries, next } = await brandsOf(ctx, cursor);
      const brands = entries.map(({ identityVersion, ...brand }) => ({ ...brand, version: identityVersion }));
      return [JSON.stringify({ brands, next_cursor: next })];
    },
  );

  tool(
    "get_brand_context",
    "What to know before a task: rules and forbidden words first, within max_tokens. Ends with what was left out.",
    z.object({
      brand_id,
      task,
      locale,
      max_tokens: z.int().min(CONTEXT_TOKENS.min).max(CONTEXT_TOKENS.max).default(CONTEXT_TOKENS.usual),
      version,
    }),
    async ({ max_tokens: maxTokens, ...asked }) => {
      const key = await versionOf(ctx, asked);
      const context = await findContext(ctx, { ...key, task: asked.task, locale: asked.locale, maxTokens });
      return [await context.content()];
    },
  );

  tool(
    "get_brand_section",
    "A part of a version as JSON, or a file such as tokens.css. Says at which cursor a long one continues.",
    z.object({ brand_id, section, version, cursor: z.int().min(0).max(10_000_000).default(0) }),
    async ({ cursor, ...asked }) => {
      const { text } = await readSection(ctx, { ...(await versionOf(ctx, asked)), section: asked.section });
      const { page, next } = pageOf(text, cursor);
      return next === null ? [page] : [page, `Continues at cursor ${next}.`];
    },
  );

  tool(
    "search_brand",
    "Entries of a brand that contain all words of a query",
    z.object({ brand_id, query: z.string().max(200), version }),
    async ({ query, ...asked }) => {
      const hits = searchDocument(await getSnapshot(ctx, await versionOf(ctx, asked)), query, MAX_HITS);
      return [JSON.stringify(hits.map(({ path, label, text }) => ({ path, label, text })))];
    },
  );

  tool(
    "check_content",
    "Finds where a text, page or style sheet breaks the brand's rules, with fixes. Offsets are UTF-16.",
    z.object({ brand_id, content: CheckRequest.shape.content, media_type: z.enum(CHECK_MEDIA_TYPES), locale, version }),
    async ({ brand_id: brandId, media_type: mediaType, ...asked }) => {
      const { findings, omitted, ...result } = await checkContent(ctx, { ...asked, brandId, mediaType });
      const textOf = (shown: number) =>
        JSON.stringify({
          ...result,
          findings: findings.slice(0, shown),
          omitted: omitted + findings.length - shown,
        });
      let shown = Math.min(findings.length, MAX_FINDINGS);
      while (shown > 0 && !fitsPage(textOf(shown))) shown = Math.floor(shown / 2);
      return [textOf(shown)];
    },
  );

  tool(
    "list_changes",
    "Versions after one, oldest first, with the parts that changed",
    z.object({ brand_id, after: z.int().min(0).max(999_999_999).default(0) }),
    async ({ after, ...asked }) => {
      const { brandId } = await versionOf(ctx, asked);
      const versions = await listPublishedVersions(ctx, { brandId, after, limit: MAX_CHANGES });
      return [
        JSON.stringify(
          versions.map(({ version, publishedAt, changed }) => ({ version, published_at: publishedAt, changed })),
        ),
      ];
    },
  );
}

/** Sections by address, so that people can attach them. A version never changes; the current one is asked for again. */
function registerResources(server: McpServer, ctx: AgentCtx): void {
  const read = async (uri: URL, variables: Record<string, string | string[]>) => {
    const asked = z
      .object({ brand_id, section, version: z.coerce.number().pipe(versionNumber).optional() })
      .safeParse(variables);
    if (!asked.success) throw new ResourceNotFoundError(uri.href);
    try {
      const key = await versionOf(ctx, asked.data);
      const { text, mediaType: mimeType } = await readSection(ctx, { ...key, section: asked.data.section });
      const ttlMs = asked.data.version === undefined ? 0 : YEAR_MS;
      return { contents: [{ uri: uri.href, mimeType, text }], ttlMs, cacheScope: "private" };
    } catch (error) {
      const { message, status } = messageOf(error);
      if (status < 500) throw new ResourceNotFoundError(uri.href, message);
      throw new ProtocolError(ProtocolErrorCode.InternalError, message);
    }
  };
  const list = async () => {
    const { entries } = await brandsOf(ctx);
    return {
      resources: entries.flatMap(({ id, name }) =>
        SECTIONS.map((section) => ({ uri: `brand://${id}/${section}`, name: `${name}: ${section}` })),
      ),
    };
  };
  const current = new ResourceTemplate("brand://{brand_id}/{section}", { list });
  server.registerResource("section", current, { description: "A section of the current version" }, read);
  const pinned = new ResourceTemplate("brand://{brand_id}/versions/{version}/{section}", { list: undefined });
  server.registerResource("section-of-version", pinned, { description: "A section of a version" }, read);
}

const PROMPTS: Readonly<Record<ContextTask, { title: string; description: string }>> = {
  write: { title: "Write for a brand", description: "Rules, voice and facts to write with" },
  design: { title: "Design for a brand", description: "Rules, colours, type and logos to design with" },
  code: { title: "Build an interface", description: "Rules and design tokens to build with" },
  review: { title: "Review for a brand", description: "Rules to review work against" },
};

function registerPrompts(server: McpServer, ctx: AgentCtx): void {
  for (const task of CONTEXT_TASKS)
    server.registerPrompt(task, { ...PROMPTS[task], argsSchema: z.object({ brand_id, locale }) }, async (asked) => {
      try {
        const key = await versionOf(ctx, asked);
        const context = await findContext(ctx, { ...key, task, locale: asked.locale, maxTokens: CONTEXT_TOKENS.max });
        return { messages: [{ role: "user", content: { type: "text", text: await context.content() } }] };
      } catch (error) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, messageOf(error).message);
      }
    });
}

/** For one request. What it returns depends on the caller, whose permission each read checks. */
export function mcpServer(ctx: AgentCtx, era: McpRequestContext["era"]): McpServer {
  const everybodys = { ttlMs: 3_600_000, cacheScope: "public" } as const;
  const server = new McpServer(
    { name: "brand-identity-hub", title: "Brand Identity Hub", version: "1.0.0" },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: era === "modern" },
      },
      cacheHints: {
        "server/discover": everybodys,
        "tools/list": everybodys,
        "prompts/list": everybodys,
        "resources/templates/list": everybodys,
      },
    },
  );
  registerTools(server, ctx);
  registerResources(server, ctx);
  registerPrompts(server, ctx);
  return server;
}
