import { contractKit } from "@/lib/docs/server";

/** The wire contract as code, for whoever builds a child tool: what a child may copy verbatim, in one archive. */
export async function GET(): Promise<Response> {
  const { fileName, bytes, sha256 } = await contractKit();
  return new Response(bytes, {
    headers: {
      "content-type": "application/gzip",
      "content-disposition": `attachment; filename="${fileName}"`,
      "content-length": String(bytes.byteLength),
      // RFC 9530
      "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
      "cache-control": "public, max-age=300",
    },
  });
}
