import { kitFile } from "@/lib/api/docs/server";
import { publicFile } from "@/lib/api/download";

/** The contract kit as a package: `npm install <hub>/contract-kit.tgz`. */
export async function GET(request: Request): Promise<Response> {
  return publicFile(request, await kitFile("contract-kit.tgz"));
}
