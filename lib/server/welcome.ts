import { eq } from "drizzle-orm";
import { brands } from "@/db/schema";
import { hasNpm, usageOf } from "@/lib/platform/usage-of";
import type { Ctx } from "@/lib/runtime/context";
import type { DemoCredentials } from "./describe-demo";

const CHILD_TOOL = "brand-studio";

function curl(tool: { slug: string; child_token: string | null }, url: string): string {
  return `  curl -s -H "Authorization: Bearer ${tool.child_token}" -H "X-Tool-Slug: ${tool.slug}" "${url}"`;
}

async function bundleLines({ db }: Ctx, demo: DemoCredentials): Promise<string[]> {
  const tool = demo.tools.find(({ slug }) => slug === CHILD_TOOL);
  const [brandId] = tool?.entitled_brand_ids ?? [];
  if (!tool?.child_token || !brandId) return [];
  const [brand] = await db.select().from(brands).where(eq(brands.id, brandId));
  if (!brand) return [];
  const url = `${demo.base_url}/api/public/v1/brand/by-id/${brand.id}/bundle`;
  return [
    `Read the bundle of ${brand.name}:`,
    curl(tool, url),
    "Read it only if it's newer than your version:",
    curl(tool, `${url}?since=${brand.identityVersion}`),
    "",
  ];
}

function signInLine(demo: DemoCredentials): string[] {
  const person = demo.users.find(({ password }) => password !== null);
  return person ? [`  Sign in    ${person.email}  ${person.password}`] : [];
}

export async function welcome(ctx: Ctx, demo: DemoCredentials | null): Promise<string> {
  const { baseUrl } = ctx;
  const commands: [command: string, does: string][] = [
    [usageOf("credentials"), "every sign-in, key and token of this demo, as JSON"],
    [usageOf("mails"), "the mails that this demo kept instead of sending"],
  ];
  if (hasNpm())
    commands.unshift([usageOf("child"), "an example tool that shows the brand and updates when it changes"]);
  return [
    "",
    "Brand Identity Hub is running.",
    "",
    `  Address    ${baseUrl}`,
    ...(demo ? signInLine(demo) : []),
    `  Docs       ${baseUrl}/docs`,
    "",
    ...(demo ? await bundleLines(ctx, demo) : []),
    ...(demo
      ? ["In another terminal:", ...commands.map(([command, does]) => `  ${command.padEnd(31)}${does}`), ""]
      : []),
    "Ctrl-C stops it.",
    "",
  ].join("\n");
}
