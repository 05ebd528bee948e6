import type { IncomingMessage, ServerResponse } from "node:http";
import type { Taker } from "@/lib/api/hot-path/request";
import { readBody, tooMuchInFlight } from "@/lib/api/read-body";
import { BadRequest, HubError, TooLarge, TooSlow } from "@/lib/platform/errors";
import { networksOf } from "@/lib/platform/limits/network-of";
import { sizeLimitText } from "@/lib/platform/text";
import { startTimeout } from "@/lib/platform/timing";

const MB = 1024 * 1024;

export class BytesInFlight {
  private total = 0;
  private readonly ofNetworks = new Map<string, number>();

  constructor(private readonly most: { ofNetwork: number; inAll: number }) {}

  /** Adds bytes, or subtracts if negative. False, adding nothing, if that exceeds a limit. */
  add(clientIp: string, bytes: number): boolean {
    const counts = networksOf(clientIp).map(({ network, times }) => {
      return { network, bytes: bytes + (this.ofNetworks.get(network) ?? 0), most: times * this.most.ofNetwork };
    });
    const isMuch = this.total + bytes > this.most.inAll || counts.some((count) => count.bytes > count.most);
    if (bytes > 0 && isMuch) return false;
    this.total += bytes;
    for (const { network, bytes } of counts)
      bytes > 0 ? this.ofNetworks.set(network, bytes) : this.ofNetworks.delete(network);
    return true;
  }
}

/** Bodies of requests that need no sign-in or contain their credential. */
export const anonymousBodies = new BytesInFlight({ ofNetwork: 2 * MB, inAll: 32 * MB });
const uncheckedBodies = new BytesInFlight({ ofNetwork: 8 * MB, inAll: 32 * MB });
/**
 * Bodies of signed-in people and authenticated API calls. Counted separately, so a flood from others doesn't use up
 * their share.
 */
export const knownBodies = new BytesInFlight({ ofNetwork: 32 * MB, inAll: 128 * MB });

/** Far more than any form of the hub. Next reads 11,500 empty parts in an action's megabyte, each into an object. */
const MAX_PARTS = 1000;

function delimiterOf({ headers }: IncomingMessage): string {
  const plain = /^multipart\/form-data;\s*boundary=([\w'+.-]{1,70})$/i.exec(headers["content-type"] ?? "")?.[1];
  return `\r\n--${plain ?? ""}`;
}

function hasTooManyParts(request: IncomingMessage, body: Buffer): boolean {
  if (!isMultipart(request)) return false;
  const delimiter = delimiterOf(request);
  let parts = 1;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) parts += 1;
  // The form's last line adds one.
  return parts > MAX_PARTS + 1;
}

/** Limit without sign-in; all forms of such pages fit. */
const ANONYMOUS_BYTES = 64 * 1024;
/** Next's limit for a server action. */
const ACTION_BYTES = 1024 * 1024;
/** Time for an anonymous body. A signed-in person's needs `PROGRESS_BYTES` more in each such period. */
const WITHIN_MS = 15_000;
const PROGRESS_BYTES = 64 * 1024;

/** Fits a new brand with its logo, the largest form. */
const UPLOAD_BYTES = 5 * 1024 * 1024;
/** Routes that take a file, each with its own lower limit. */
const UPLOAD = /^\/(?:b\/[^/]+\/(?:uploads|palette\/picture-colors)|new\/(?:logo|file|brands))$/;

export const isUpload = (path: string): boolean => UPLOAD.test(path);

interface Sender {
  path: string;
  clientIp: string;
  isSignedIn: () => Promise<boolean>;
  withinMs?: number;
}

const tooSlow = () => new TooSlow("The request took too long to arrive. Check your connection and try again.");
const needsSession = () => new TooLarge("Sign in to send more than 64 KB. Your session may have ended.");

class Gate {
  /** The session check: why the body is refused, or null. Null while no check was needed. */
  checked: Promise<HubError | null> | null = null;
  /** True during the session check, while the connection is paused. */
  isChecking = false;
  private account = anonymousBodies;
  private bytes = 0;
  private bytesBefore = 0;
  stopWaiting = () => {};

  constructor(
    private readonly sender: Sender,
    private readonly on: { refused: (error: unknown) => void; admitted: () => void },
  ) {
    this.wait();
  }

  admit(bytes: number): boolean {
    if (!this.checked && this.bytes + bytes > ANONYMOUS_BYTES) return this.requireSession(needsSession(), bytes);
    if (!this.account.add(this.sender.clientIp, bytes))
      return this.checked === null && this.requireSession(tooMuchInFlight(), bytes);
    this.bytes += bytes;
    return true;
  }

  close(): void {
    this.stopWaiting();
    this.account.add(this.sender.clientIp, -this.bytes);
    this.bytes = 0;
  }

  private moveTo(account: BytesInFlight, bytes = this.bytes): boolean {
    this.account.add(this.sender.clientIp, -this.bytes);
    this.account = account;
    const isRoom = account.add(this.sender.clientIp, bytes);
    this.bytes = isRoom ? bytes : 0;
    return isRoom;
  }

  private requireSession(otherwise: HubError, bytes = 0): boolean {
    const unknown = (cause: unknown) =>
      new HubError("server_error", "The hub could not check your session. Try again in a moment.", { cause });
    this.isChecking = true;
    this.checked = this.sender.isSignedIn().then((is) => {
      if (!is) return otherwise;
      return this.moveTo(knownBodies) ? null : tooMuchInFlight();
    }, unknown);
    void this.checked.then((refusal) => {
      this.isChecking = false;
      refusal ? this.on.refused(refusal) : this.on.admitted();
    });
    return this.moveTo(uncheckedBodies, this.bytes + bytes);
  }

  private wait(): void {
    this.stopWaiting = startTimeout(this.sender.withinMs ?? WITHIN_MS, () => {
      const hasMoved = this.isChecking || this.bytes - this.bytesBefore >= PROGRESS_BYTES;
      if (!(this.checked ? hasMoved : this.requireSession(tooSlow()))) this.on.refused(tooSlow());
      this.bytesBefore = this.bytes;
      this.wait();
    });
  }
}

/**
 * Resolves once a request's whole body can be read from it. Next would otherwise start earlier and copy the body for
 * `proxy.ts`.
 * @throws TooLarge, TooSlow, RateLimited if too much is in flight, BadRequest for too many form parts or a truncated
 * body
 */
export async function takeBody(request: IncomingMessage, response: ServerResponse, sender: Sender): Promise<void> {
  const limitBytes = isUpload(sender.path) ? UPLOAD_BYTES : ACTION_BYTES;
  const push = request.push.bind(request);
  let taker: Taker | undefined;
  const gate = new Gate(sender, {
    refused: (error) => taker?.fail(error),
    admitted: () => void request.socket.resume(),
  });
  const tell = (reader: Taker) => {
    taker = reader;
    // Node passes each piece of a body to this method.
    request.push = (piece: Buffer | null): boolean => {
      if (piece) reader.piece(piece);
      else reader.end();
      return !gate.isChecking;
    };
  };
  response.once("close", () => {
    gate.close();
    taker?.fail(request.errored);
  });
  try {
    const tooLarge = `The request is larger than ${sizeLimitText(limitBytes)}.`;
    const whole = await readBody({ body: { tell, hold: (bytes) => gate.admit(bytes) } }, limitBytes, { tooLarge });
    const refusal = await gate.checked;
    if (refusal) throw refusal;
    const body = Buffer.from(whole.buffer, whole.byteOffset, whole.length);
    if (hasTooManyParts(request, body)) throw new BadRequest("The form has too many parts.");
    push(body);
    push(null);
  } catch (error) {
    gate.close();
    throw error;
  } finally {
    gate.stopWaiting();
    request.push = push;
  }
}

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

const isMultipart = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data/i.test(headers["content-type"] ?? "");

/**
 * Turns Next's 500 for an unreadable form into a 400. The hub's actions answer their own failures with 200
 * (`formResult`), so an action's 500 means undecodable arguments or another site's page. Forms without an action get
 * Next's bare text.
 */
export function answerUnreadableForms(request: IncomingMessage, response: ServerResponse): void {
  const isAction = request.headers["next-action"] !== undefined;
  if (request.method !== "POST" || !(isAction || isMultipart(request))) return;
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const isUnreadable = status === 500 && (isAction || response.getHeader("content-type") === "text/plain");
    return writeHead(isUnreadable ? 400 : status, ...rest);
  };
}
