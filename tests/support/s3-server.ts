import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "./listen";

type StoredObject = { bytes: Buffer; mime: string };

/**
 * What the next requests get instead of a response: a status, a connection closed before or during the body, silence, a
 * body sent byte by byte, or half a body with a matching length.
 */
export type Fault = number | "hang-up" | "half-way" | "silence" | "drip" | "half";

export interface S3Server {
  endpoint: string;
  config: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  objects: Map<string, StoredObject>;
  /** All requests as `METHOD /path`, including failed ones. */
  requests: string[];
  faults: Fault[];
  close: () => Promise<void>;
}

const CREDENTIALS = { region: "eu-test-1", accessKeyId: "AKIATEST", secretAccessKey: "test/secret+key" };
const BUCKET = "brand-files";

/** A store on loopback with S3's object calls in path style. It rejects every request that isn't signed exactly. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const faults: Fault[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    requests.push(`${request.method} ${request.url}`);
    const fault = faults.shift();
    const [, bucket, ...rest] = (request.url ?? "").split("/");
    if (fault === "hang-up") request.socket.destroy();
    else if (typeof fault === "number") answer(response, fault, "Faulty");
    else if (fault === "silence") return;
    else if (fault !== undefined) spoil(response, fault, objects.get(rest.join("/"))?.bytes ?? Buffer.alloc(64));
    else if (!isSigned(request, body)) answer(response, 403, "SignatureDoesNotMatch");
    else if (bucket !== BUCKET) answer(response, 404, "NoSuchBucket");
    else serve(request, response, rest.join("/"), body);
  });

  function spoil(response: ServerResponse, fault: "half-way" | "drip" | "half", bytes: Buffer): void {
    const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
    if (fault === "half") return void response.writeHead(200).end(half);
    response.writeHead(200, { "content-length": bytes.length });
    if (fault === "half-way") return void response.write(half, () => response.destroy());
    let sent = 0;
    const dripping = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 1_000);
    response.on("close", () => clearInterval(dripping));
  }

  function serve(request: IncomingMessage, response: ServerResponse, key: string, bytes: Buffer): void {
    if (request.method === "PUT") {
      objects.set(key, { bytes, mime: request.headers["content-type"] ?? "" });
      response.writeHead(200).end();
    } else if (request.method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      const object = objects.get(key);
      if (object === undefined) answer(response, 404, "NoSuchKey");
      else response.writeHead(200, { "content-type": object.mime }).end(object.bytes);
    }
  }

  const { port, close } = await listen(server);
  const endpoint = `http://127.0.0.1:${port}`;
  return { endpoint, config: { endpoint, bucket: BUCKET, ...CREDENTIALS }, objects, requests, faults, close };
}

/** Verifies Signature Version 4 from the received request, body included, without the client's library. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = "", signedHeaders = "", signature] = header.exec(request.headers.authorization ?? "") ?? [];
  const time = String(request.headers["x-amz-date"]);
  const scope = [time.slice(0, 8), CREDENTIALS.region, "s3", "aws4_request"];
  const bodyHash = sha256(body);
  if (credential !== [CREDENTIALS.accessKeyId, ...scope].join("/")) return false;
  if (request.headers["x-amz-content-sha256"] !== bodyHash) return false;
  if (!["host", "x-amz-date", "x-amz-content-sha256"].every((name) => signedHeaders.split(";").includes(name))) {
    return false;
  }
  const headers = signedHeaders.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, request.url, "", headers.join(""), signedHeaders, bodyHash].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonical)].join("\n");
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${CREDENTIALS.secretAccessKey}`);
  return hmac(key, toSign).toString("hex") === signature;
}

function answer(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { "content-type": "application/xml" }).end(body);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
