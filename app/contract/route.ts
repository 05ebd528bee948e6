import { kitFile } from "@/lib/api/docs/server";
import { publicFile } from "@/lib/api/download";

/** The contract kit's version, and its files with their SHA-256. */
export async function GET(request: Request): Promise<Response> {
  return publicFile(request, await kitFile("contract"));
}
