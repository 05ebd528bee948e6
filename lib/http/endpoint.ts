import type { z } from "zod";
import { EndedApiKey } from "@/lib/api-keys/server";
import type { Credential, Operation } from "@/lib/contract";
import { contextOf, type Hub } from "@/lib/hub/hub";
import type {
  Actor,
  AnonymousActor,
  ApiKeyActor,
  Ctx,
  FederationActor,
  SignedInActor,
  SystemActor,
  ToolActor,
} from "@/lib/kernel/context";
import { BadRequest, Unauthorized } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { authenticate, authenticateBodyToken, MissingCredential } from "./authenticate";
import { BudgetExceeded, countFailedCredential, takeFromBudget } from "./budget";
import { toErrorResponse } from "./envelope";
import { readJson } from "./read-body";

interface ActorByCredential {
  apiKey: ApiKeyActor;
  session: SignedInActor;
  federation: FederationActor;
  childApp: ToolActor;
  dispatch: SystemActor;
  cron: SystemActor;
}

type ActorOf<O extends Operation> = O extends { credentialInBody: true }
  ? FederationActor
  : O["credentials"][number] extends infer C extends Credential
    ? [C] extends [never]
      ? AnonymousActor
      : ActorByCredential[C]
    : never;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;

/** What a handler gets: the context of the proved actor and the parsed parts of the request. */
export interface Input<O extends Operation> {
  ctx: Ctx<ActorOf<O>>;
  params: Parsed<O["params"]>;
  query: Parsed<O["query"]>;
  headers: Parsed<O["headers"]>;
  body: O["body"] extends { schema: infer Schema } ? Parsed<Schema> : undefined;
}

/** An answer whose text or bytes are ready, where making an object of it would be waste. */
export class Prepared {
  constructor(
    readonly content: string | Uint8Array<ArrayBuffer> | null,
    readonly headers: Record<string, string> = {},
    readonly status = 200,
  ) {}
}

type Answer<O extends Operation> =
  | Prepared
  | (O["response"] extends { schema: infer Schema extends z.ZodType } ? z.input<Schema> : never);

/** Does an operation's work: one call of the domain. */
export type Handler<O extends Operation> = (input: Input<O>) => Promise<Answer<O>> | Answer<O>;

/** Ids of the brands that a request names, in its path or its parsed body; as they came. */
function namedBrands(params: Record<string, string>, body: unknown = {}): string[] {
  const { brand_id, events = [] } = (body ?? {}) as { brand_id?: string; events?: { brand_id: string }[] };
  return [params.id, brand_id, ...events.map((event) => event.brand_id)].filter((id) => id !== undefined);
}

/** What reaches an operation beside the request itself. */
export interface RequestFacts {
  hub: Hub;
  now: Date;
  clientIp: string;
  requestId: string;
  params: Record<string, string>;
  /** How long a body may take to arrive: less than a concurrency slot's lease, so that a slow one never outlives it. */
  bodyWithinMs: number;
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [where, ...(issue?.path ?? [])].join(".");
  throw new BadRequest(`${path}: ${issue?.message ?? "is not valid"}.`);
}

function queryValues(schema: z.ZodObject | undefined, url: string): Record<string, string> {
  const start = url.indexOf("?");
  if (!schema || start < 0) return {};
  const values: Record<string, string> = {};
  const given = new URLSearchParams(url.slice(start + 1));
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = given.getAll(name);
    if (more.length > 0) throw new BadRequest(`query.${name}: may stand only once.`);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function headerValues(schema: z.ZodObject | undefined, headers: Headers): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema?.shape ?? {})) {
    const value = headers.get(name);
    if (value !== null) values[name] = value;
  }
  return values;
}

async function identify(operation: Operation, request: Request, facts: RequestFacts, body: unknown): Promise<Actor> {
  const { hub, now, clientIp } = facts;
  const ctx = contextOf(hub, { actor: { kind: "anonymous" }, now, clientIp });
  try {
    return operation.credentialInBody
      ? await authenticateBodyToken(ctx, body)
      : await authenticate(ctx, operation, request.headers);
  } catch (error) {
    if (error instanceof Unauthorized && !(error instanceof MissingCredential)) {
      await countFailedCredential(ctx);
    }
    throw error;
  }
}

function deprecationHeaders({ deprecated }: Operation): Record<string, string> {
  if (!deprecated) return {};
  return {
    deprecation: `@${deprecated.since.getTime() / 1000}`,
    link: `<${deprecated.successor}>; rel="successor-version"`,
  };
}

function answerResponse(answer: unknown, headers: Record<string, string>): Response {
  const json = { "content-type": "application/json", "cache-control": "no-store", ...headers };
  if (!(answer instanceof Prepared)) return new Response(JSON.stringify(answer), { headers: json });
  return new Response(answer.content, { status: answer.status, headers: { ...json, ...answer.headers } });
}

/**
 * Answers one request to one operation: credential (401), limits (429), parameters (400), then the handler, whose own
 * failures are 404 before 403. Every failure leaves in the contract's envelope.
 */
export async function answer<O extends Operation>(
  operation: O,
  handler: Handler<O>,
  request: Request,
  facts: RequestFacts,
): Promise<Response> {
  const { hub, now, clientIp, requestId } = facts;
  let actor: Actor | undefined;
  let response: Response;
  let release: (() => Promise<void>) | undefined;
  let limitHeaders: Record<string, string> = {};
  let named = namedBrands(facts.params);
  try {
    const { body } = operation;
    const read = () => (body ? readJson(request, { ...body, withinMs: facts.bodyWithinMs }) : undefined);
    const early = operation.credentialInBody ? await read() : undefined;
    actor = await identify(operation, request, facts, early);
    const ctx = contextOf(hub, { actor, now, clientIp });
    if (!operation.unlimited) {
      const taken = await takeFromBudget(ctx, operation.credentialInBody ?? false);
      release = taken.release;
      limitHeaders = taken.headers;
    }
    const input = {
      ctx,
      params: parse(operation.params, facts.params, "path"),
      query: parse(operation.query, queryValues(operation.query, request.url), "query"),
      headers: parse(operation.headers, headerValues(operation.headers, request.headers), "header"),
      body: body ? parse(body.schema, early ?? (await read()), "body") : undefined,
    } as Input<O>;
    named = namedBrands(facts.params, input.body);
    const given = await handler(input);
    response = answerResponse(given, limitHeaders);
  } catch (error) {
    response = toErrorResponse(error, requestId);
    if (error instanceof EndedApiKey) actor = error.actor;
    const extra = error instanceof BudgetExceeded ? error.headers : limitHeaders;
    for (const [name, value] of Object.entries(extra)) response.headers.set(name, value);
  } finally {
    await release?.().catch((error) => log.warn({ err: error, requestId }, "a concurrency slot was not given back"));
  }
  if (operation.cors) response.headers.set("access-control-allow-origin", "*");
  for (const [name, value] of Object.entries(deprecationHeaders(operation))) response.headers.set(name, value);
  if (actor) hub.services.usage.record({ actor, status: response.status, now, brandIds: named });
  return response;
}
