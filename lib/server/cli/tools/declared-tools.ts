import { z } from "zod";
import { Slug, ToolStatus } from "@/lib/contract";
import { issueInWords } from "@/lib/platform/issue-in-words";
import { CommandError } from "../run-command";

const Url = z.string().min(1, "must be a URL, or null for none").nullable().optional();

/** A tool in `tools.json`. Omitted fields stay unchanged. */
const DeclaredTool = z
  .strictObject({
    slug: Slug,
    name: z.string(),
    description: z.string().optional(),
    status: ToolStatus.optional(),
    webhook_url: Url,
    connect_url: Url,
    initiate_login_url: Url,
    own_credentials_only: z.boolean().optional(),
    entitlement_webhooks: z.boolean().optional(),
    event_patterns: z.array(z.string()).optional(),
    /** "all" brands that aren't archived, or some by their slugs. */
    brands: z.union([z.literal("all"), z.array(Slug)], 'must be "all" or a list of brands’ slugs').default([]),
  })
  .transform(({ brands, ...tool }) => ({
    brands,
    tool: Object.fromEntries(
      Object.entries(tool).flatMap(([name, value]) => (value === undefined ? [] : [[FIELDS[name] ?? name, value]])),
    ) as { slug: string; name: string },
  }));
export type DeclaredTool = z.output<typeof DeclaredTool>;

/** The file's names for columns that are called otherwise. */
export const FIELDS: Record<string, string> = {
  webhook_url: "defaultWebhookUrl",
  connect_url: "connectUrl",
  initiate_login_url: "initiateLoginUrl",
  own_credentials_only: "ownCredentialsOnly",
  entitlement_webhooks: "entitlementWebhooks",
  event_patterns: "eventPatterns",
};

const ToolsFile = z.strictObject({ tools: z.array(DeclaredTool).min(1) }).transform(({ tools }) => tools);

/**
 * Reads the tools of a file.
 * @throws CommandError that names each invalid place
 */
export function readDeclaredTools(text: string, path: string): DeclaredTool[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}`);
  }
  const parsed = ToolsFile.safeParse(given, { error: issueInWords });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join(".") || "the file"}: ${issue.message}`);
    throw new CommandError([`${path} is invalid, so nothing was applied:`, ...problems].join("\n"));
  }
  const slugs = parsed.data.map(({ tool }) => tool.slug);
  const twice = slugs.find((slug, place) => slugs.indexOf(slug) !== place);
  if (twice) throw new CommandError(`${path} declares ${twice} twice.`);
  return parsed.data;
}
