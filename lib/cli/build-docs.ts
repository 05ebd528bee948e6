import { buildApiPdf } from "@/lib/docs/build-api-pdf";

const { path, bytes } = await buildApiPdf(process.cwd(), new Date());
process.stdout.write(`${path}: ${Math.round(bytes / 1024)} KB\n`);
