import type { IncomingMessage, ServerResponse } from "node:http";

export const isMultipart = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data/i.test(headers["content-type"] ?? "");

/**
 * Makes Next's 500 to a form that it could not read a 400. The hub's actions answer each failure of their own with 200 and a sentence
 * (`formResult`), so what is left for an action's 500 are arguments that do not decode, or another site's page. A form without an action
 * is none of the hub's: where a route does not take it, Next answers it with a bare text.
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
