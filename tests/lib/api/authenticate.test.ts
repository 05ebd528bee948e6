import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Database } from "@/db/client";
import { issueSession } from "@/lib/access/server";
import { authenticateBodyToken } from "@/lib/api/authenticate";
import { operations } from "@/lib/contract";
import { mintFederationToken } from "@/lib/integrations/server";
import { Unauthorized } from "@/lib/platform/errors";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createBrandFixture, createUser, signedInUser } from "@/tests/support/fixtures";

const database = openTestDatabase();

/** A database that is unavailable. */
const away = new Proxy({} as Database, {
  get() {
    throw new Error("the database is away");
  },
});

it.each(["nonsense", "Bearer abc"])(
  "refuses an exchange with `Authorization: %s` without an unhandled rejection",
  async (authorization) => {
    const user = await createUser(database.db);
    const brand = await createBrandFixture(database.db, { members: { [user.id]: "owner" } });
    const anyone = context(database.db, ANONYMOUS);
    const { sid } = await issueSession(anyone, { userId: user.id, source: { kind: "browser" } });
    const minting = context(database.db, signedInUser(user, { sid }));
    const { token } = await mintFederationToken(minting, { brandId: brand.id });
    const exchange = () =>
      authenticateBodyToken({ ...anyone, db: away }, operations.exchangeFederationToken, {
        headers: new Headers({ authorization }),
        body: { token },
      });

    const unlooked: unknown[] = [];
    const note = (reason: unknown) => unlooked.push(reason);
    process.on("unhandledRejection", note);
    try {
      // Again at the end: the token is cached by then, and its lookup starts at once.
      for (let time = 0; time < 2; time += 1) await expect(exchange()).rejects.toThrow();
      await expect(
        authenticateBodyToken(anyone, operations.exchangeFederationToken, {
          headers: new Headers({ authorization }),
          body: { token },
        }),
      ).rejects.toBeInstanceOf(Unauthorized);
      for (let turns = 0; turns < 5; turns += 1) await turn();
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unlooked).toEqual([]);
  },
);
