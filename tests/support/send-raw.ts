import { connect } from "node:net";

export interface Answer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
}

export function parseAnswer(text: string): Answer {
  const [head = "", ...body] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: body.join("\r\n\r\n") };
}

/** A safety net for hangs, minutes longer than the slowest response on a busy machine. */
const HANGS_AFTER_MS = 120_000;

/** Sends raw bytes and returns everything received until the server closes. @throws Error if it doesn't close */
export function sendRaw(
  { port, host = "127.0.0.1" }: { port: number; host?: string },
  bytes: string | Buffer,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const socket = connect(port, host);
    const chunks: Buffer[] = [];
    const hang = setTimeout(() => {
      socket.destroy();
      fail(new Error(`no end of the answer to ${JSON.stringify(bytes.toString("latin1").slice(0, 300))}`));
    }, HANGS_AFTER_MS);
    socket.on("data", (chunk) => chunks.push(chunk)).on("error", () => socket.destroy());
    socket.once("close", () => {
      clearTimeout(hang);
      done(parseAnswer(Buffer.concat(chunks).toString()));
    });
    socket.write(bytes);
  });
}
