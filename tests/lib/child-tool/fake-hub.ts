import { createServer } from "node:http";
import { type BrandBundle, BrandBundleSchema } from "@/lib/contract";
import { EXAMPLE_BRAND_ID, examples } from "@/lib/contract/examples";
import { listen } from "@/tests/support/listen";

export const ALDER = EXAMPLE_BRAND_ID;
export const BIRCH = "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8aff";
export const USER = "01920a4e-6a11-7d10-8a44-51b0c7d9e502";
export const CHILD_TOKEN = "child-token-for-tests-0123456789abcdef";

type Change = (bundle: BrandBundle) => void;

/** A bundle from the hub. `change` edits it. */
export function bundleOf(id: string, slug: string, version: number, change: Change = () => {}): BrandBundle {
  const bundle = BrandBundleSchema.parse(structuredClone(examples.readBundle.response));
  Object.assign(bundle.brand, { id, slug });
  bundle.identity_version = version;
  change(bundle);
  return bundle;
}

interface Person {
  user_id: string;
  brand_id: string;
  role: string;
  entitlements: string[];
}

/** A small server that serves the contract from its maps and can be made to fail. */
export async function createFakeHub() {
  const hub = {
    url: "",
    bundles: new Map<string, BrandBundle>(),
    /** People by federation token. */
    persons: new Map<string, Person>(),
    keys: new Set<string>(),
    events: [] as unknown[],
    /** Requests, as `GET /path?query`. */
    asked: [] as string[],
    /** If set, answers every request with this status. */
    failing: null as number | null,
    close: async () => {},
  };
  const refuse = (status: number, code: string) => ({
    status,
    body: { error: { code, message: `The hub says ${code}.` } },
  });
  const ok = (body: unknown) => ({ status: 200, body });

  function reply(url: URL, authorization: string | undefined, text: string) {
    if (hub.failing !== null) return refuse(hub.failing, "server_error");
    if (url.pathname === "/api/public/federation/exchange") {
      const { token } = JSON.parse(text) as { token: string };
      const person = hub.persons.get(token);
      return person ? ok(person) : refuse(401, "unauthorized");
    }
    if (authorization !== `Bearer ${CHILD_TOKEN}`) return refuse(401, "unauthorized");
    if (url.pathname === "/api/public/v1/events") {
      const event = JSON.parse(text) as { idempotency_key: string };
      const deduped = hub.keys.has(event.idempotency_key);
      hub.keys.add(event.idempotency_key);
      if (!deduped) hub.events.push(event);
      return ok({ ok: true, deduped });
    }
    if (url.pathname === "/api/public/v1/brands") {
      const found = [...hub.bundles.values()].filter(({ brand }) => brand.slug === url.searchParams.get("slug"));
      const brands = found.map(({ brand, identity_version }) => ({ ...brand, identity_version }));
      return ok({ brands, next: null });
    }
    const bundle = hub.bundles.get(/by-id\/([^/]+)\/bundle$/.exec(url.pathname)?.[1] ?? "");
    if (!bundle) return refuse(404, "not_found");
    return ok(url.searchParams.get("since") === String(bundle.identity_version) ? { not_modified: true } : bundle);
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    hub.asked.push(`${request.method} ${request.url}`);
    const url = new URL(request.url ?? "/", hub.url);
    const { status, body } = reply(url, request.headers.authorization, Buffer.concat(chunks).toString());
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const { port, close } = await listen(server);
  hub.url = `http://127.0.0.1:${port}`;
  hub.close = close;
  return hub;
}

export type FakeHub = Awaited<ReturnType<typeof createFakeHub>>;
