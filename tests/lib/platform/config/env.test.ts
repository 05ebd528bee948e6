import { afterEach, describe, expect, it } from "vitest";
import { examineFromHere } from "@/lib/server/doctor";
import { configure } from "../../../support/configure";

const SERVER = { HUB_EMBEDDED_DATABASE: "", DATABASE_URL: "postgres://hub@127.0.0.1:1/hub", TRUSTED_PROXY_HOPS: "1" };

describe("invalid configuration", () => {
  afterEach(() =>
    configure({
      HUB_EMBEDDED_DATABASE: "1",
      DATABASE_URL: "",
      DATABASE_DIRECT_URL: "",
      REDIS_URL: "",
      RETENTION_USAGE_DAYS: "",
      CORE_CHILD_APP_TOKEN__NIGHT_PRESS: "",
    }),
  );

  it.each([
    [{ ...SERVER, CORE_CHILD_APP_TOKEN__NIGHT_PRESS: "short" }, /^CORE_CHILD_APP_TOKEN__NIGHT_PRESS must be/],
    [{ ...SERVER, DATABASE_URL: "postgres://hub:100%@127.0.0.1:1/hub" }, /^DATABASE_URL must be .* %25/],
    [
      { DATABASE_DIRECT_URL: "postgres://hub@127.0.0.1:1/hub" },
      /^DATABASE_DIRECT_URL needs DATABASE_URL or POSTGRES_URL/,
    ],
    [{ ...SERVER, RETENTION_USAGE_DAYS: "29" }, /^RETENTION_USAGE_DAYS must be 0, or .*; it is "29"\.$/],
    [{ ...SERVER, REDIS_URL: "redis://:100%@127.0.0.1:1" }, /^REDIS_URL must be .* %25/],
  ])("the doctor names the variable and doesn't open the database: %o", async (values, says) => {
    configure(values);
    const found = await examineFromHere();
    expect(found).toEqual([
      expect.objectContaining({ part: "configuration", state: "error", says: expect.stringMatching(says) }),
    ]);
  });
});
