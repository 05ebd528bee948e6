import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/auth/[...nextauth]/route";

const KB = 1024;
const params = Promise.resolve({ nextauth: ["callback", "credentials"] });

/** A 64 MB sign-in form. `sent` counts the bytes that were read. */
function endlessForm() {
  const counter = { sent: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      counter.sent += 64 * KB;
      controller.enqueue(new Uint8Array(64 * KB).fill(97));
      if (counter.sent >= 64 * KB * KB) controller.close();
    },
  });
  return { body, counter };
}

const send = (body: string | ReadableStream, type = "application/x-www-form-urlencoded") =>
  POST(
    new NextRequest("http://hub.test/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": type },
      body,
      duplex: "half",
    }),
    { params },
  );

describe("a request to sign in", () => {
  it("is refused with 400 beyond 16 KB, and never read to its end", async () => {
    const { body, counter } = endlessForm();
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { code: "bad_request", message: "The body is larger than 16 KB." },
    });
    expect(counter.sent).toBeLessThan(16 * KB * KB);
  });

  it("is refused with 400 if it is broken JSON", async () => {
    const response = await send('{"email":', "application/json");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "bad_request" } });
  });
});
