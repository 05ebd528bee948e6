import { kitFile } from "@/lib/api/docs/server";
import { publicFile } from "@/lib/api/download";

/** One file of the contract kit. `contract.ts` is the whole kit. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return publicFile(request, await kitFile(`contract/${(await params).file}`));
}
