import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { Redis } from "ioredis";
import { z } from "zod";
import { listen } from "./listen";

const TOKEN = "test-token";
const Command = z.tuple([z.string()], z.union([z.string(), z.number()]));
const Commands = z.array(Command);

type Mode = "answer" | "hang" | "fail" | "drop";

export interface UpstashServer {
  url: string;
  token: string;
  commands: string[];
  /**
   * `hang` holds responses back until `answer` is set. `fail` answers 500 with a body that isn't JSON. `drop` closes
   * the connection.
   */
  behave: (mode: Mode) => void;
  close: () => Promise<void>;
}

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

/** Upstash encodes every string as base64, except the status OK. */
function encoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encoded);
  return typeof value === "string" && value !== "OK" ? Buffer.from(value).toString("base64") : value;
}

/**
 * Upstash's REST protocol on loopback in front of a real Redis, to test its own client over the wire.
 * Redis lacks Upstash's script flag `allow-key-locking`, so this server removes it and translates the script's digest.
 * A `bridge` passes everything on unchanged.
 */
export async function startUpstashServer(redis: Redis, { bridge = false } = {}): Promise<UpstashServer> {
  const commands: string[] = [];
  const digests = new Map<string, string>();
  const held: (() => void)[] = [];
  let mode: Mode = "answer";

  const translated = ([name, first = "", ...rest]: [string, ...(string | number)[]]): (string | number)[] => {
    if (bridge) return [first, ...rest];
    if (name.toUpperCase() === "EVALSHA") return [digests.get(String(first)) ?? first, ...rest];
    if (name.toUpperCase() !== "EVAL") return [first, ...rest];
    const plain = String(first).replace(/^#!lua flags=allow-key-locking\n/, "");
    digests.set(sha1(String(first)), sha1(plain));
    return [plain, ...rest];
  };

  async function run(command: z.infer<typeof Command>): Promise<{ result: unknown } | { error: string }> {
    commands.push(command[0].toUpperCase());
    return redis.call(command[0], ...translated(command)).then(
      (result) => ({ result: encoded(result) }),
      (error: Error) => ({ error: error.message }),
    );
  }

  /** Handles one command, or several that the client batched within an event-loop turn. */
  async function answer(path: string, body: string, response: ServerResponse): Promise<void> {
    const input: unknown = JSON.parse(body);
    const pipeline = path === "/pipeline";
    const asked = pipeline ? Commands.parse(input) : [Command.parse(input)];
    if (mode === "fail" || mode === "drop") {
      commands.push(...asked.map(([name]) => name.toUpperCase()));
      if (mode === "drop") response.destroy();
      else response.writeHead(500).end("<h1>down</h1>");
      return;
    }
    const replies = await Promise.all(asked.map(run));
    const [first] = replies;
    const status = !pipeline && first && "error" in first ? 400 : 200;
    const send = () =>
      response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(JSON.stringify(pipeline ? replies : first));
    if (mode === "hang") held.push(send);
    else send();
  }

  const server = await listen(
    createServer((request, response) => {
      if (request.headers.authorization !== `Bearer ${TOKEN}`) {
        response.writeHead(401).end("{}");
        return;
      }
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => answer(request.url ?? "", Buffer.concat(chunks).toString(), response));
    }),
  );
  return {
    url: `http://127.0.0.1:${server.port}`,
    token: TOKEN,
    commands,
    behave: (next) => {
      mode = next;
      if (next === "answer") for (const send of held.splice(0)) send();
    },
    close: server.close,
  };
}
