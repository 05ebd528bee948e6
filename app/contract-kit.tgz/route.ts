import { kitFile } from "@/lib/docs/server";
import { publicFile } from "@/lib/http/public-file";

/** The contract kit as a package: `npm install <hub>/contract-kit.tgz`. */
export async function GET(request: Request): Promise<Response> {
  return publicFile(request, await kitFile("contract-kit.tgz"));
}
