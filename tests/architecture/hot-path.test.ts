import { expect, it } from "vitest";
import { importsOf, sourceFiles } from "./import-graph";

/** Users of the code that exists for microseconds. All other code is plain Drizzle, `Request` and `Response`. */
const USERS = {
  "db/hot-path/batched-lookup.ts": [
    "lib/access/members/member-brands.ts",
    "lib/access/sessions/live-session.ts",
    "lib/integrations/api-keys/read-api-keys.ts",
    "lib/integrations/federation/federated-access.ts",
    "lib/integrations/tool-credentials/authenticate-tool-token.ts",
    "lib/integrations/tools/entitlements.ts",
    "lib/integrations/tools/list-tools.ts",
    "lib/publishing/bundles/read-bundle.ts",
  ],
  "db/hot-path/prepared-statement.ts": ["db/drivers/pg.ts", "lib/integrations/events/take-events.ts"],
  "db/hot-path/direct-statements.ts": ["db/drivers/guarded-pool.ts"],
  "lib/api/hot-path/proving-handlers.ts": ["lib/api/handlers.ts"],
};

const inside = (file: string) => /^(?:db|lib\/api)\/hot-path\//.test(file);
const edges = sourceFiles(["app", "components", "lib", "db"])
  .filter((file) => !inside(file))
  .flatMap((file) => importsOf(file));

it.each(Object.entries(USERS))("only the listed files use %s", (file, users) => {
  const found = edges.filter(({ to }) => to === file).map(({ from }) => from);
  expect([...new Set(found)].toSorted()).toEqual(users);
});

it("only the API and its listener use the hot path's requests and responses", () => {
  const outside = edges.filter(
    ({ from, to }) => /^lib\/api\/hot-path\//.test(to) && !/^lib\/(?:api|server)\//.test(from),
  );
  expect(outside.filter(({ typesOnly }) => !typesOnly)).toEqual([]);
});
