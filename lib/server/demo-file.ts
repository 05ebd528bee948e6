import { join } from "node:path";
import { z } from "zod";
import { ConfigurationError } from "@/lib/platform/config/env";
import { readIfThere, replacePrivateFile } from "@/lib/platform/private-file";

/** Plain credentials that the demo's database stores as digests or encrypted. */
const DemoFile = z.object({
  users: z.array(z.object({ email: z.string(), password: z.string() })),
  api_keys: z.array(z.object({ id: z.string(), brand_id: z.string(), key: z.string() })),
  /** Missing in demos of earlier releases, whose tools have theirs in `secrets.json`. */
  tools: z.array(z.object({ slug: z.string(), child_token: z.string(), webhook_secret: z.string() })).default([]),
});
export type DemoFile = z.infer<typeof DemoFile>;

const pathIn = (directory: string) => join(directory, "demo.json");

export const writeDemoFile = (directory: string, demo: DemoFile): Promise<void> =>
  replacePrivateFile(pathIn(directory), `${JSON.stringify(demo, null, 2)}\n`);

/**
 * The demo's plain credentials; null without a demo.
 * @throws ConfigurationError if the file is damaged
 */
export async function readDemoFile(directory: string): Promise<DemoFile | null> {
  const text = await readIfThere(pathIn(directory));
  if (text === null) return null;
  try {
    return DemoFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new ConfigurationError(
      `${pathIn(directory)} is damaged. Restore it, or delete it; the hub can then no longer print the demo's credentials.`,
      { cause },
    );
  }
}
