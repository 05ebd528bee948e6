import { describe, expect, it } from "vitest";
import { z } from "zod";
import { BadRequest, Forbidden, TooLarge, Unauthorized } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { answerPage } from "@/lib/web/actions/form-result";

const failing = (error: unknown) =>
  answerPage(async () => {
    throw error;
  });

describe("answerPage", () => {
  it("answers with the result, uncached", async () => {
    const response = await answerPage(async () => ({ slug: "slow-ferry" }));
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await response.json()).toEqual({ slug: "slow-ferry" });
  });

  it.each([
    [400, "bad_request", new BadRequest("No.")],
    [401, "unauthorized", new Unauthorized("No.")],
    [403, "forbidden", new Forbidden("No.")],
    [413, "bad_request", new TooLarge("No.")],
  ])("answers an error with %i and the API's envelope", async (status, code, error) => {
    const response = await failing(error);
    expect([response.status, response.headers.get("cache-control")]).toEqual([status, "no-store"]);
    expect(await response.json()).toEqual({ error: { code, message: "No." } });
  });

  it("names the form field", async () => {
    const response = await failing(new BadRequest("It is taken.", { field: "slug" }));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { code: "bad_request", message: "It is taken.", field: "slug" } });
  });

  it("treats a schema mismatch as a bad request", async () => {
    const response = await answerPage(async () => z.object({ name: z.string("A name is missing.") }).parse({}));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: "A name is missing.", field: "name" } });
  });

  it("logs the cause of any other failure without showing it", async () => {
    log.level = "silent";
    const response = await failing(new Error("the password is hunter2"));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("hunter2");
  });
});
