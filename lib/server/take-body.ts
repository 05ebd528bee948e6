import type { IncomingMessage, ServerResponse } from "node:http";
import type { Taker } from "@/lib/api/hot-path/request";
import { readBody, tooMuchInFlight } from "@/lib/api/read-body";
import { BadRequest, HubError, TooLarge, TooSlow } from "@/lib/platform/errors";
import { sizeLimitText } from "@/lib/platform/size-text";
import { afterPatience } from "@/lib/platform/timing";
import { anonymousBodies, type BytesInFlight, knownBodies, uncheckedBodies } from "./bytes-in-flight";
import { isMultipart } from "./unreadable-form";

/** Far more than any form of the hub has. Next reads 11,500 empty ones in the megabyte that an action may take, each into an object. */
const MOST_PARTS = 1000;

/** What begins each part but the first; what says its boundary in no plain way is counted by all that may begin one. */
function delimiterOf({ headers }: IncomingMessage): string {
  const plain = /^multipart\/form-data;\s*boundary=([\w'+.-]{1,70})$/i.exec(headers["content-type"] ?? "")?.[1];
  return `\r\n--${plain ?? ""}`;
}

/** Whether a request has a form of more parts than any page sends. */
function hasTooManyParts(request: IncomingMessage, body: Buffer): boolean {
  if (!isMultipart(request)) return false;
  const delimiter = delimiterOf(request);
  let parts = 1;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) parts += 1;
  // The line that ends the form is one more.
  return parts > MOST_PARTS + 1;
}

/** The most that anybody may send without being signed in; each form of such pages fits. */
const ANONYMOUS_BYTES = 64 * 1024;
/** As much as Next takes for a server action. */
const ACTION_BYTES = 1024 * 1024;
/** How long an anonymous body may take in all; one of a signed-in person has to bring `PROGRESS_BYTES` more each time. */
const WITHIN_MS = 15_000;
const PROGRESS_BYTES = 64 * 1024;

/** Room for a new brand with its logo, the largest form. */
const UPLOAD_BYTES = 5 * 1024 * 1024;
/** The routes that take a file, each with its own limit below that. */
const UPLOAD = /^\/(?:b\/[^/]+\/(?:uploads|palette\/picture-colors)|new\/(?:logo|file|brands))$/;

export const isUpload = (path: string): boolean => UPLOAD.test(path);

interface Sender {
  path: string;
  clientIp: string;
  /** Asked once, when the body is too large or too slow for anybody else. */
  isSignedIn: () => Promise<boolean>;
  withinMs?: number;
}

const tooSlow = () => new TooSlow("The request took too long to arrive. Check your connection and try again.");
const needsSession = () =>
  new TooLarge("Sign in to send more than 64 KB. If you were signed in, your session has ended.");

/** Lets a body in as fast and as large as its sender may send one. */
class Gate {
  /** Gives why it is refused, or null, once the session was looked up; null itself while anybody may send this. */
  checked: Promise<HubError | null> | null = null;
  /** True while the session is looked up. The connection is paused then. */
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

  /** Counts bytes that have come. False where the process keeps too many. */
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
    this.stopWaiting = afterPatience(this.sender.withinMs ?? WITHIN_MS, () => {
      const hasMoved = this.isChecking || this.bytes - this.bytesBefore >= PROGRESS_BYTES;
      if (!(this.checked ? hasMoved : this.requireSession(tooSlow()))) this.on.refused(tooSlow());
      this.bytesBefore = this.bytes;
      this.wait();
    });
  }
}

/**
 * Resolves once the whole body of a request has come and can be read from it: Next would begin its work earlier, and copy the body for
 * `proxy.ts` as it comes.
 * @throws TooLarge, TooSlow, RateLimited while too much is in flight, BadRequest for a form of too many parts or a body without its end
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
    // Node hands each piece of a body to the request by this method.
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
