import type { BrandSnapshot } from "@/lib/content";
import { CONTEXT_TOKENS, type ContextTask } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import { cached } from "@/lib/platform/result-cache";
import { markdown } from "@/lib/publishing";
import { findVersion, getSnapshot } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import type { VersionFile } from "../formats/read-format";
import { documentIn } from "../showcase/document-in";
import { type ContextItem, contextItems, type Section } from "./context-items";
import { estimateTokens } from "./estimate-tokens";

interface ContextRequest {
  task: ContextTask;
  /** BCP 47. The main language if the brand has no texts in it. */
  locale?: string | undefined;
  maxTokens: number;
  version: number;
  /** Of the version. */
  url: string;
}

class BudgetTooSmall extends BadRequest {
  constructor(needed: number) {
    const rules = `The rules of this brand need ${needed} tokens`;
    super(
      needed > CONTEXT_TOKENS.max
        ? `${rules}, more than the ${CONTEXT_TOKENS.max} of a context. Read identity.md of the version.`
        : `${rules}. Ask for at least ${needed}.`,
    );
  }
}

const WORK: Readonly<Record<ContextTask, string>> = {
  write: "writing",
  design: "design",
  code: "code",
  review: "review",
};

/** @param before the item that they follow */
function textOf(items: readonly ContextItem[], before?: ContextItem): string {
  let text = "";
  let section = before?.section;
  for (const item of items) {
    if (item.section !== section) text += `\n\n## ${item.section}\n\n${item.text}`;
    else text += `${item.begins ? "\n" : " "}${item.text}`;
    section = item.section;
  }
  return text;
}

const leftOutText = (sections: readonly Section[], url: string): string =>
  sections.length > 0 ? `\n\n## Left out\n\n${sections.join(", ")}: ${url}` : "";

/**
 * What a model should know of a version for a task, as Markdown of at most `maxTokens`. A larger budget contains
 * everything of a smaller one. `tokens` is at least what o200k and cl100k count.
 * @throws BudgetTooSmall if the rules don't fit
 */
export function brandContext(snapshot: BrandSnapshot, request: ContextRequest) {
  const { task, version, maxTokens, url } = request;
  const { document, tag } = documentIn(snapshot, request.locale);
  const items = contextItems(document, task, tag);
  const sections = [...new Set(items.map(({ section }) => section))];
  const after = (count: number): Section[] => {
    const next = items[count];
    return next ? sections.slice(sections.indexOf(next.section)) : [];
  };
  const rules = items.filter(({ section }) => section === "Must").length;
  const title = `# ${markdown.inline(snapshot.brand.name)}, version ${version}: context for ${WORK[task]}`;
  let spent = estimateTokens(title) + 1;
  let needed = 0;
  let best: { count: number; tokens: number } | undefined;
  for (let count = 1; count <= items.length; count += 1) {
    spent += estimateTokens(textOf(items.slice(count - 1, count), items[count - 2]));
    if (count < rules) continue;
    const tokens = Math.ceil(spent + estimateTokens(leftOutText(after(count), url)));
    needed ||= tokens;
    if (tokens <= maxTokens) best = { count, tokens };
    else if (spent > maxTokens) break;
  }
  if (!best) throw new BudgetTooSmall(needed);
  const leftOut = after(best.count);
  const text = `${title}${textOf(items.slice(0, best.count))}${leftOutText(leftOut, url)}\n`;
  return { markdown: text, tokens: best.tokens, locale: tag, leftOut };
}

/** Raise it when contexts are written differently, so that caches ask again. A test compares digests. */
export const CONTEXT_REVISION = 2;

const JSON_TYPE = "application/json";

/**
 * A version's context. The caller has checked that the brand can be read.
 * @throws NotFound if there is no such version
 */
export async function findContext(
  ctx: Ctx,
  { brandId, json = false, ...request }: Omit<ContextRequest, "url"> & { brandId: string; json?: boolean },
): Promise<VersionFile> {
  const { task, locale, maxTokens, version } = request;
  const key = { brandId, version };
  const { sha256 } = await findVersion(ctx, key);
  const tag = [sha256, CONTEXT_REVISION, task, maxTokens, locale, json && "json"].filter(Boolean).join("-");
  const url = `${ctx.baseUrl}/api/public/v1/brand/by-id/${brandId}/versions/${version}`;
  const write = async () => {
    const snapshot = await getSnapshot(ctx, key);
    const context = brandContext(snapshot, { ...request, url });
    if (!json) return context.markdown;
    return JSON.stringify({
      brand: { id: brandId, ...snapshot.brand },
      identity_version: version,
      task,
      locale: context.locale,
      max_tokens: maxTokens,
      tokens: context.tokens,
      markdown: context.markdown,
      left_out: context.leftOut.map((section) => ({ section, url })),
    });
  };
  return {
    etag: `"${tag}"`,
    mediaType: json ? JSON_TYPE : "text/markdown; charset=utf-8",
    content: () => cached(`${tag} ${ctx.baseUrl}`, write, Buffer.byteLength),
  };
}
