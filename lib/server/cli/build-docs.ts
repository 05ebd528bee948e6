import { buildDocs } from "@/lib/api/docs/build-docs";

for (const { path, bytes } of await buildDocs(process.cwd(), new Date()))
  process.stdout.write(`${path}: ${Math.round(bytes / 1024)} KB\n`);
