import type { IncomingMessage, ServerResponse } from "node:http";

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** How much of a body is read after its response, so that a caller who is still sending can read it. */
const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;
const DRAIN_LIMIT_MS = 30_000;
const CHECK_EVERY_MS = 50;

/**
 * Disconnects a caller who sends over 8 MB or 30 s of body after the response. The rest is read and dropped, because
 * closing earlier would reset the connection before the response is read.
 */
export function limitDrain(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  response.once("finish", () => {
    if (request.complete) return;
    const { socket } = request;
    const limitBytes = socket.bytesRead + DRAIN_LIMIT_BYTES;
    const limitMs = performance.now() + DRAIN_LIMIT_MS;
    const timer = setInterval(() => {
      const givenUp = request.destroyed || socket.bytesRead > limitBytes || performance.now() > limitMs;
      if (request.complete || socket.destroyed) clearInterval(timer);
      else if (givenUp) socket.destroy();
    }, CHECK_EVERY_MS).unref();
  });
}
