import { kitFile } from "@/lib/api/docs/server";
import { publicFile } from "@/lib/api/download";

/** What the contract kit consists of: its version, and each file with its SHA-256. */
export async function GET(request: Request): Promise<Response> {
  return publicFile(request, await kitFile("contract"));
}
