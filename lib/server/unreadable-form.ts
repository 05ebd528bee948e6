import type { IncomingMessage, ServerResponse } from "node:http";

export const isMultipart = ({ headers }: IncomingMessage): boolean =>
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
