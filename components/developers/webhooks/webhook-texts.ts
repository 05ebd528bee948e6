import type { Missed, SendErrorClass } from "@/lib/integrations";
import { MOST_COUNTED } from "@/lib/platform/counted";

export const ERROR_WORDS: Record<SendErrorClass, string> = {
  timeout: "No whole answer within 10 seconds",
  connect_timeout: "No connection within 3 seconds",
  dns: "The host name does not resolve",
  refused: "The connection was refused: nothing listens there",
  unreachable: "The host cannot be reached",
  tls: "The TLS handshake or certificate failed",
  blocked_address: "The URL does not lead to a public address, so nothing was sent",
  reset: "The connection broke off before the answer was whole",
  protocol: "The answer was not valid HTTP",
  aborted: "The hub was stopped during the attempt",
  network: "The network failed",
};

export const errorWords = (errorClass: string): string => ERROR_WORDS[errorClass as SendErrorClass] ?? errorClass;

/** How many deliveries did not reach a tool; counting ends somewhere. */
export function missedWords({ count }: Missed): string {
  if (count > MOST_COUNTED) return `More than ${MOST_COUNTED.toLocaleString("en")} deliveries`;
  return count === 1 ? "1 delivery" : `${count.toLocaleString("en")} deliveries`;
}

export function replayedWords(count: number): string {
  if (count === 0) return "Nothing had failed since then";
  return `${count.toLocaleString("en")} ${count === 1 ? "delivery is" : "deliveries are"} on the way again`;
}
