import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { brands, brandVersions, drafts, reviews } from "@/db/schema";
import { hashPassword } from "@/lib/access/server";
import { type BrandDocument, emptyDocument } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { createBrandFixture, createUser } from "../../support/fixtures";
import { freePort } from "../../support/hub-process";
import { signIn } from "../../support/sign-in";
import { quantile, readDuring } from "../concurrent-reads";
import type { Measure, Pair, Part, ResourceStack } from "../part";
import { openBenchDatabase, startBenchHub } from "../postgres-hub";

const PASSWORD = "a few plain words for the bench";
const GOAL_MS = 250;
const MB = 1024 * 1024;

/** A text of 2,000 characters. Every fourth word differs between the two sides of a comparison. */
const text = (salt: number, side: number): string =>
  Array.from({ length: 500 }, (_, at) =>
    (at % 4 === 1 ? salt * 7 + at + side * 20_000 : at).toString(36).padStart(3, "a"),
  )
    .join(" ")
    .slice(0, 2000);

/** As much text about colours and logos as a brand can have. */
function largeDocument(side: number): BrandDocument {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const file = { id: id(1), sha256: "a".repeat(64), mime: "image/png", bytes: 1, width: 1, height: 1 };
  const document = emptyDocument();
  document.colors.palette = Array.from({ length: 60 }, (_, n) => ({
    id: id(n + 10),
    name: `Colour ${n}`,
    role: "primary",
    hex: "#112233",
    usage: text(n, side),
    locked: false,
  }));
  document.logos = {
    items: Array.from({ length: 60 }, (_, n) => ({
      id: id(n + 100),
      variant: "logo_positive" as const,
      label: `Logo ${n}`,
      usage: text(n, side),
      clear_space: text(n + 60, side),
      background: "any" as const,
      min_width_px: 1,
      file,
    })),
    rules: Array.from({ length: 50 }, (_, n) => text(n, side)),
  };
  return document;
}

/** Bytes with a PDF header that compress to half their size. */
function letters(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, "%PDF-1.4\n");
  for (let at = 9; at < bytes; at += 1) body[at] = randomInt(2) === 0 ? 0x41 : 0x42;
  return body;
}

async function open(stack: ResourceStack): Promise<Pair[]> {
  const bench = await openBenchDatabase(stack);
  const { db } = bench;
  const person = await createUser(db, { passwordHash: await hashPassword(PASSWORD), emailVerifiedAt: new Date() });
  const members = { [person.id]: "owner" as const };
  const large = await createBrandFixture(db, { slug: "large", members, document: largeDocument(0) });
  const brand = { name: large.name, slug: large.slug };
  const version = { brandId: large.id, changed: ["logos" as const], createdAt: new Date() };
  await db.insert(brandVersions).values({ ...version, version: 2, snapshot: { ...largeDocument(1), brand } });
  const packed = await createBrandFixture(db, { slug: "packed", members });
  const port = await freePort();
  const hub = await startBenchHub(stack, bench.url, {
    PORT: String(port),
    HUB_BASE_URL: `http://localhost:${port}`,
    USER_BUDGETS: "pages=0,exports=0,imports=0,uploads=0,changes=0",
  });
  const cookie = await signIn(hub.baseUrl, { email: person.email, password: PASSWORD });
  const headers = { cookie, origin: hub.baseUrl };
  const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
    const answer = await fetch(hub.baseUrl + path, { ...init, headers: { ...headers, ...init.headers } });
    return (await answer.arrayBuffer()).byteLength;
  };

  await db.insert(drafts).values({
    brandId: large.id,
    userId: person.id,
    baseVersion: 1,
    document: largeDocument(1),
    revision: 1,
    updatedAt: new Date(),
  });
  await db.insert(reviews).values({ id: newId(), brandId: large.id, authorId: person.id, requestedAt: new Date() });
  const assets = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const answer = await fetch(`${hub.baseUrl}/b/packed/uploads`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/octet-stream" },
        body: new Uint8Array(letters(3.8 * MB)),
      });
      const { file } = (await answer.json()) as { file: BrandDocument["assets"][number]["file"] };
      return { id: newId(), name: `Sheet ${at}`, kind: "document" as const, file };
    }),
  );
  const snapshot = { ...emptyDocument(), assets, brand: { name: packed.name, slug: packed.slug } };
  await db
    .insert(brandVersions)
    .values({ brandId: packed.id, version: 2, changed: ["assets"], createdAt: new Date(), snapshot });
  await db.update(brands).set({ identityVersion: 2 }).where(eq(brands.id, packed.id));

  const several = (count: number, work: (at: number) => Promise<unknown>) => async () => {
    await Promise.all(Array.from({ length: count }, (_, at) => work(at)));
  };
  const unfinished = async () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    socket.write(
      `POST /sign-in HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: text/plain\r\nContent-Length: ${7 * MB}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(MB));
    await delay(1_000);
    socket.destroy();
  };
  const bundle = `/api/public/v1/brand/by-id/${bench.brand.id}/bundle`;
  const read = async () => {
    const answer = await fetch(hub.baseUrl + bundle, { headers: bench.toolHeaders });
    if (!answer.ok) throw new Error(`the reader got ${answer.status}`);
    await answer.arrayBuffer();
  };
  const during =
    (work?: () => Promise<void>): Measure =>
    async (seconds) => {
      const times = await readDuring(seconds * 1_000, read, work);
      return { value: quantile(times, 0.99), requests: times.length, beside: { "longest ms": Math.max(...times) } };
    };
  const loads: [string, () => Promise<void>][] = [
    ["16 comparisons", several(16, () => ask("/b/large/history?from=1&to=2"))],
    ["16 reviews", several(16, () => ask("/b/large/review"))],
    ["8 kits", several(8, () => ask("/b/packed/kit"))],
    ["40 unfinished posts", several(40, unfinished)],
  ];
  return [
    { what: "p99 of bundle reads, alone", unit: "ms", hub: during() },
    ...loads.map(([what, work]) => ({
      what: `p99 of bundle reads during ${what}`,
      unit: "ms",
      goal: { atMost: GOAL_MS },
      rounds: 1,
      warmSeconds: 5,
      hub: during(work),
    })),
  ];
}

export const neighbours: Part = {
  name: "neighbours",
  what: "One reader during heavy work",
  open,
};
