import { kitFile } from "@/lib/api/docs/server";
import { publicFile } from "@/lib/api/download";

export async function GET(request: Request): Promise<Response> {
  const headers = { "content-disposition": 'attachment; filename="brand-identity-hub-contract.tar.gz"' };
  return publicFile(request, await kitFile("contract-kit.tar.gz"), headers);
}
