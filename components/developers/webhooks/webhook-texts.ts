import type { SendErrorClass, TestOutcome, Undelivered } from "@/lib/integrations";
import { counted, MAX_COUNTED } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";

const ERROR_WORDS: Record<SendErrorClass, string> = {
  timeout: "No complete response within 10 seconds",
  connect_timeout: "No connection within 3 seconds",
  dns: "The host name doesn’t resolve",
  refused: "Connection refused. Nothing is listening at this address",
  unreachable: "The host can’t be reached",
  tls: "TLS handshake failed or the certificate is invalid",
  blocked_address: "The URL doesn’t resolve to a public address, so nothing was sent",
  reset: "Connection closed before the response was complete",
  protocol: "The response wasn’t valid HTTP",
  aborted: "The hub stopped during the attempt",
  network: "Network error",
};

export const errorWords = (errorClass: string): string => ERROR_WORDS[errorClass as SendErrorClass] ?? errorClass;

/** Number of missed deliveries. Counting stops at a maximum. */
export function undeliveredWords({ count }: Undelivered): string {
  if (count > MAX_COUNTED) return `More than ${MAX_COUNTED.toLocaleString("en")} deliveries`;
  return counted(count, "delivery", "deliveries");
}

export function replayedWords(count: number): string {
  if (count === 0) return "No failed deliveries since then";
  return `${counted(count, "delivery", "deliveries")} queued`;
}

/** How many deliveries can be replayed, and when that was counted. */
export type Matching = { count: number; at: Date };

export type EndpointActions = {
  sendTest: (form: FormData) => Promise<FormResult<TestOutcome>>;
  replayFailed: (form: FormData) => Promise<FormResult<number>>;
  turnOff: () => Promise<FormResult<boolean>>;
  turnOn: () => Promise<FormResult<Undelivered | null>>;
  replayUndelivered: (since: Date) => Promise<FormResult<number>>;
};

export type Replay = (deliveryId: string) => Promise<FormResult>;
