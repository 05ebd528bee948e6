import { Database } from "node-sqlite3-wasm";
import { BrandCache, HandOff, HubClient, webhookHandler } from "@/lib/contract";
import { SQLITE_TABLES, type SqliteDatabase, sqliteStores } from "@/lib/contract/sqlite-store";
import { Sessions } from "./sessions";

/** This driver takes values as an array. */
const spreading = (db: Database): SqliteDatabase => ({
  prepare: (text) => {
    const statement = db.prepare(text);
    return { all: (...values) => statement.all(values), run: (...values) => statement.run(values) };
  },
});

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}, as the hub's setup link shows it.`);
  return value;
}

/** The kit on one SQLite file, shared by all routes. */
function createStudio() {
  const [hubUrl, toolSlug, baseUrl] = [setting("HUB_URL"), setting("HUB_TOOL"), setting("STUDIO_URL")];
  const db = new Database(setting("STUDIO_DB"));
  db.exec(SQLITE_TABLES);
  const { bundles } = sqliteStores(spreading(db));
  const client = new HubClient({ baseUrl: hubUrl, toolSlug, token: setting("HUB_TOKEN") });
  const cache = new BrandCache(bundles, client);
  return {
    bundles,
    cache,
    client,
    sessions: new Sessions(baseUrl.startsWith("https:")),
    handOff: new HandOff({ hubUrl, toolSlug, callbackUrl: `${baseUrl}/hub/callback`, client }),
    receive: webhookHandler({
      secrets: setting("HUB_WEBHOOK_SECRET").split(","),
      cache,
      // Open pages poll the stored version.
      onPublished: async ({ brand_id }) => void (await cache.get(brand_id, false)),
      onProblem: ({ message, error }) => void process.stderr.write(`${message} ${error ?? ""}\n`),
    }),
  };
}

type Studio = ReturnType<typeof createStudio>;
const held = globalThis as { nextStudio?: Studio };

/** One per process, because Next loads each route's modules separately. */
export function studio(): Studio {
  held.nextStudio ??= createStudio();
  return held.nextStudio;
}
