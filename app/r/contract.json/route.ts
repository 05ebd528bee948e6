import { kitFile } from "@/lib/api/docs/server";
import { publicFile } from "@/lib/api/download";

/** The contract kit as an item of a shadcn registry: `npx shadcn add <hub>/r/contract.json`. */
export async function GET(request: Request): Promise<Response> {
  return publicFile(request, await kitFile("r/contract.json"));
}
