import { contractKit } from "@/lib/docs/server";
import { publicFile } from "@/lib/http/public-file";

/** The wire contract as code, for whoever builds a child tool: what a child may copy verbatim, in one archive. */
export async function GET(request: Request): Promise<Response> {
  const { fileName, ...file } = await contractKit();
  const headers = { "content-disposition": `attachment; filename="${fileName}"` };
  return publicFile(request, { type: "application/gzip", ...file }, headers);
}
