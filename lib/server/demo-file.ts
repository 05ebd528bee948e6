import { join } from "node:path";
import { z } from "zod";
import { readIfThere, replacePrivateFile } from "./private-file";

/** What the demo's database keeps as digests only: passwords and API keys as they were made. */
const DemoFile = z.object({
  users: z.array(z.object({ email: z.string(), password: z.string() })),
  api_keys: z.array(z.object({ id: z.string(), brand_id: z.string(), key: z.string() })),
});
export type DemoFile = z.infer<typeof DemoFile>;

const pathIn = (directory: string) => join(directory, "demo.json");

/** Keeps the demo's plain credentials in its data directory, readable by its owner alone. */
export const writeDemoFile = (directory: string, demo: DemoFile): Promise<void> =>
  replacePrivateFile(pathIn(directory), `${JSON.stringify(demo, null, 2)}\n`);

/** The demo's plain credentials, or null where no demo was ever made. */
export async function readDemoFile(directory: string): Promise<DemoFile | null> {
  const text = await readIfThere(pathIn(directory));
  return text === null ? null : DemoFile.parse(JSON.parse(text));
}
