// The hub's anchor: a bare node:http in its own process that checks a token's digest and runs one prepared statement.
// Plain JavaScript, so Node runs it directly.
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";

const { ANCHOR_TOKEN, ANCHOR_DATABASE_URL } = process.env;

/** @param {string} token */
const digest = (token) => createHash("sha256").update(token).digest();
const wanted = digest(ANCHOR_TOKEN ?? "");
/** The hub's pool size. */
const pool = new pg.Pool({ connectionString: ANCHOR_DATABASE_URL, max: 10 });

const NOT_MODIFIED = Buffer.from(JSON.stringify({ not_modified: true }));
/** Bodies by length, created once. @type {Map<number, Buffer>} */
const bodies = new Map();

/** @param {number} bytes */
function bodyOf(bytes) {
  const known = bodies.get(bytes) ?? Buffer.alloc(bytes, JSON.stringify({ filler: "x".repeat(64) }));
  bodies.set(bytes, known);
  return known;
}

/**
 * Reads a brand by primary key: `/read/<id>`, or `/read/<id>?bytes=13000` for a body of that length.
 * @param {URL} url
 */
async function read(url) {
  const values = [url.pathname.slice("/read/".length)];
  const { rows } = await pool.query({
    name: "read",
    text: "select id, identity_version from brands where id = $1",
    values,
  });
  if (rows.length === 0) return null;
  const bytes = Number(url.searchParams.get("bytes"));
  return bytes > 0 ? bodyOf(bytes) : NOT_MODIFIED;
}

const STORE = `
  insert into events (id, brand_id, api_version, tool_slug, type, payload, occurred_at, received_at, idempotency_key)
  select id, brand_id, 1, $2, type, payload, occurred_at, now(), idempotency_key
  from json_to_recordset($1::json) as row(id uuid, brand_id uuid, type text, payload jsonb, occurred_at timestamptz, idempotency_key text)
  on conflict (tool_slug, brand_id, idempotency_key) do update set duplicates = events.duplicates + 1
  returning id`;

/**
 * Stores posted events with one statement: `/events?tool=<slug>` with one event or a batch.
 * @param {URL} url
 * @param {import("node:http").IncomingMessage} request
 */
async function store(url, request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const posted = JSON.parse(Buffer.concat(chunks).toString());
  const rows = (posted.events ?? [posted]).map((/** @type {object} */ event) => ({ id: randomUUID(), ...event }));
  const { rows: stored } = await pool.query({
    name: "store",
    text: STORE,
    values: [JSON.stringify(rows), url.searchParams.get("tool")],
  });
  const results = rows.map(({ id }, /** @type {number} */ at) => ({ deduped: stored[at]?.id !== id }));
  return Buffer.from(JSON.stringify({ ok: true, results }));
}

const server = createServer(async (request, response) => {
  const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
  if (!timingSafeEqual(digest(token), wanted)) return response.writeHead(401).end();
  const url = new URL(request.url ?? "/", "http://anchor.test");
  const isPosted = request.method === "POST";
  if (!isPosted) request.resume();
  const body = isPosted ? await store(url, request) : await read(url);
  if (!body) return response.writeHead(404).end();
  return response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
