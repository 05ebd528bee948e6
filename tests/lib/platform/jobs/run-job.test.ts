import { expect, it } from "vitest";
import type { Database } from "@/db/client";
import { BadRequest, RateLimited, UnsupportedFile } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { context, SYSTEM } from "@/tests/support/fixtures";

/** An error thrown by another copy of the modules, whose class is unknown here. */
const foreign = (values: object) => Object.assign(new Error("Not this."), values);

it.each([
  ["a refused file", { code: "bad_request", reason: "file_invalid", field: "file" }, UnsupportedFile],
  ["a broken rule", { code: "bad_request", field: "file" }, BadRequest],
  ["a full queue", { code: "rate_limited", retryAfterSeconds: 15 }, RateLimited],
])("turns %s from another copy of the modules into this copy's class", async (_what, values, kind) => {
  const jobs = { run: () => Promise.reject(foreign(values)), size: () => 0, close: async () => {} };
  const ctx = context({} as Database, SYSTEM, undefined, { jobs });
  const refused = await runJob(ctx, "importBrandFile", "{}").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(kind);
  expect(refused).toMatchObject({ message: "Not this.", ...values });
});
