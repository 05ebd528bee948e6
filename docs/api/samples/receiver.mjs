import { createServer } from "node:http";
import { readBundle } from "./read-bundle.mjs";
import { verify } from "./verify-webhook.mjs";

const SECRETS = process.env.HUB_WEBHOOK_SECRET.split(",");
const LARGEST_BODY = 128 * 1024;

/** One row for each brand. In your tool this is a table, so that nothing is lost when it restarts. */
const bundles = new Map();

const versionOf = (brandId) => bundles.get(brandId)?.identity_version;

async function refresh(brandId) {
  const bundle = await readBundle(brandId, versionOf(brandId));
  // Reads overtake one another: a later one may have brought more.
  if (bundle && bundle.identity_version > (versionOf(brandId) ?? -1)) bundles.set(brandId, bundle);
  console.log("brand", brandId, "is at version", versionOf(brandId));
}

async function bytesOf(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
  try {
    const body = request.method === "POST" ? await bytesOf(request) : null;
    if (!body) return response.writeHead(400).end();
    if (!verify(body, request.headers, SECRETS)) return response.writeHead(401).end();
    response.writeHead(200).end();
    const event = JSON.parse(body);
    const known = versionOf(event.brand_id) ?? 0;
    if (event.type === "identity.updated" && event.identity_version > known) await refresh(event.brand_id);
    else console.log("nothing to do for", event.type);
  } catch (error) {
    console.error(error.message);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
});

server.listen(Number(process.env.PORT ?? 4200), () => console.log("listening on port", server.address().port));
