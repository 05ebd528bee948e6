// SPDX-License-Identifier: MIT
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Bundle, readBundle } from "./read-bundle.mts";
import { verify } from "./verify-webhook.mts";

const SECRETS = (process.env.HUB_WEBHOOK_SECRET ?? "").split(",").map((secret) => secret.trim());
const LARGEST_BODY = 128 * 1024;

/** One row for each brand. Use a database table in your tool, so that rows survive a restart. */
const bundles = new Map<string, Bundle>();

const versionOf = (brandId: string) => bundles.get(brandId)?.identity_version;

async function refresh(brandId: string): Promise<void> {
  const bundle = await readBundle(brandId, versionOf(brandId));
  // Reads can overtake one another: keep the higher version.
  if (bundle && bundle.identity_version > (versionOf(brandId) ?? -1)) bundles.set(brandId, bundle);
  console.log("brand", brandId, "is at version", versionOf(brandId));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
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
    const event = JSON.parse(body.toString());
    const known = versionOf(event.brand_id) ?? 0;
    if (event.type === "identity.updated" && event.identity_version > known) await refresh(event.brand_id);
    else console.log("nothing to do for", event.type);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
});

server.listen(Number(process.env.PORT ?? 4200), () => {
  console.log("listening on port", (server.address() as AddressInfo).port);
});
