import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHttpServer } from "@/lib/server/http-server";
import { createListener } from "@/lib/server/listener";
import { type Listening, listen } from "../support/listen";

let server: Listening;
/** Bytes that reached the stand-in for Next. Like Next, it answers 500 to a form without an end. */
let read: string;
beforeAll(async () => {
  const listener = createListener(async (asked, response) => {
    try {
      for await (const chunk of asked) read += chunk;
    } catch {
      return;
    }
    if (!read.endsWith("--\r\n")) response.writeHead(500);
    response.end();
  });
  server = await listen(createHttpServer(listener).server);
});
afterAll(async () => {
  agent.destroy();
  await server.close();
});
beforeEach(() => {
  read = "";
});

const part = (boundary: string, name: string) => `--${boundary}\r\nname="${name}"\r\n\r\nx\r\n`;
const form = (parts: number, boundary = "x") =>
  `${Array.from({ length: parts }, (_, index) => part(boundary, `1_${index}`)).join("")}--${boundary}--\r\n`;

const agent = new Agent({ keepAlive: true });

/** Sends a form in pieces of this size and returns the status. */
async function send(body: string, { type = "multipart/form-data; boundary=x", piece = 50_000 } = {}): Promise<number> {
  const headers = { "next-action": "x", "content-type": type, "content-length": body.length };
  const sent = request({ port: server.port, path: "/sign-in", method: "POST", headers, agent });
  const answered = once(sent, "response");
  answered.catch(() => {});
  for (let at = 0; at < body.length; at += piece) {
    sent.write(body.slice(at, at + piece));
    await setImmediate();
  }
  sent.end();
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode ?? 0;
}

describe("a form for a server action", () => {
  it("of 1,000 parts is passed on unchanged", async () => {
    const body = form(1000);
    expect(await send(body)).toBe(200);
    expect(read).toBe(body);
  });

  it.each([50_000, 7])("of 1,001 parts is answered 400, and not read, in pieces of %i bytes", async (piece) => {
    expect(await send(form(1001), { piece })).toBe(400);
    expect(read).toBe("");
  });

  it.each([
    ["in quotes", 'multipart/form-data; boundary="x"'],
    ["after another one", 'multipart/form-data; a="; boundary=y"; boundary=x'],
    ["after a charset", "multipart/form-data; charset=utf-8; boundary=x"],
    ["in upper case", "MULTIPART/FORM-DATA; BOUNDARY=x"],
  ])("is counted if its boundary is %s", async (_, type) => {
    expect(await send(form(1500), { type })).toBe(400);
    expect(read).toBe("");
  });

  it("can contain a text with 1,000 lines that look like a boundary", async () => {
    const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
    const body = form(2, boundary).replace("x\r\n", `${"--primary: #fff;\r\n".repeat(2000)}x\r\n`);
    expect(await send(body, { type: `multipart/form-data; boundary=${boundary}` })).toBe(200);
    expect(read).toBe(body);
  });
});

it("passes any other body on unchanged", async () => {
  const body = form(1500);
  expect(await send(body, { type: "text/plain" })).toBe(200);
  expect(read).toBe(body);
});
