import { kitFile } from "@/lib/api/docs/server";
import { publicFile } from "@/lib/api/download";

type Params = { params: Promise<{ file: string }> };

/** One file of the contract kit. `contract.ts` is the whole kit. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  return publicFile(request, await kitFile(`contract/${(await params).file}`));
}
