import { notFound, redirect } from "next/navigation";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { formResult } from "@/lib/web/actions/form-result";

describe("formResult", () => {
  it("returns the result, and the announcement made from it", async () => {
    expect(
      await formResult(
        async () => 3,
        (made) => `Made ${made}.`,
      ),
    ).toEqual({ status: "ok", data: 3, message: "Made 3." });
  });

  it("returns an error's message and field", async () => {
    const work = async () => {
      throw new BadRequest("The address is taken.", { field: "slug" });
    };
    expect(await formResult(work)).toEqual({ status: "error", message: "The address is taken.", field: "slug" });
  });

  it("returns the message of a refused permission", async () => {
    const work = async () => {
      throw new Forbidden("Only owners may do this.");
    };
    expect(await formResult(work)).toMatchObject({ status: "error", message: "Only owners may do this." });
  });

  it("names the first field that zod refused", async () => {
    const work = async () => z.object({ name: z.string().min(1, "A name is needed.") }).parse({ name: "" });
    expect(await formResult(work)).toEqual({ status: "error", message: "A name is needed.", field: "name" });
  });

  it("hides the cause of an unexpected failure", async () => {
    const level = log.level;
    log.level = "silent";
    const result = await formResult(async () => {
      throw new Error("relation users does not exist");
    });
    log.level = level;
    expect(result).toEqual({ status: "error", message: expect.not.stringContaining("relation") });
  });

  it("explains a text that the database cannot store", async () => {
    const level = log.level;
    log.level = "silent";
    const refused = Object.assign(new Error("invalid byte sequence"), { code: "22021" });
    const result = await formResult(async () => {
      throw new Error("Failed query", { cause: refused });
    });
    log.level = level;
    expect(result).toMatchObject({ status: "error", message: expect.stringContaining("can’t be stored") });
  });

  it("passes Next's redirects and 404s through", async () => {
    await expect(formResult(async () => redirect("/new"))).rejects.toThrow("NEXT_REDIRECT");
    await expect(formResult(async () => notFound())).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
  });
});
