import type { z } from "zod";
import type { Credential, Operation } from "@/lib/contract";
import { RefusedApiKey } from "@/lib/integrations/server";
import type {
  Actor,
  AnonymousActor,
  FederationActor,
  ProvedApiKeyActor,
  SignedInActor,
  SystemActor,
  ToolActor,
} from "@/lib/platform/context";
import { BadRequest, Unauthorized } from "@/lib/platform/errors";
import { issueInWords } from "@/lib/platform/issue-in-words";
import { log } from "@/lib/platform/log";
import type { RequestScope } from "@/lib/platform/request-scope";
import type { Ctx } from "@/lib/runtime/context";
import { contextOf, type Hub } from "@/lib/runtime/hub";
import { authenticate, authenticateBodyToken, MissingCredential, type Proofs, requireKeyScope } from "./authenticate";
import { BudgetExceeded, countFailedCredential, takeFromBudget } from "./budget";
import { matchesEtag } from "./download";
import { refusalOf } from "./envelope";
import { type Answer, RawResponse } from "./hot-path/answer";
import { type Fields, type HubRequest, queryOf } from "./hot-path/request";
import { recordCaller } from "./observe-request";
import { readJson } from "./read-body";

interface ActorByCredential {
  apiKey: ProvedApiKeyActor;
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

export interface Input<O extends Operation> {
  ctx: Ctx<ActorOf<O>>;
  params: Parsed<O["params"]>;
  query: Parsed<O["query"]>;
  headers: Parsed<O["headers"]>;
  body: O["body"] extends { schema: infer Schema } ? Parsed<Schema> : undefined;
  /** The `Accept` header, or an empty text. */
  accept: string;
}

type Result<O extends Operation> =
  | RawResponse
  | (O["response"] extends { schema: infer Schema extends z.ZodType } ? z.input<Schema> : never);

export type Handler<O extends Operation> = (input: Input<O>) => Promise<Result<O>>;

type Head<O extends Operation> = Pick<Input<O>, "params" | "query" | "headers">;

/** An operation that verifies a credential with the statement that reads its response, see `hot-path/README.md`. */
export interface ProvingHandler<O extends Operation> {
  begin(head: Head<O>): { proofs: Partial<Proofs>; handle: Handler<O> };
}

/** Unchecked brand ids from a request's path, headers or parsed body. */
function namedBrands(params: Record<string, string>, headers: unknown = {}, body?: unknown): string[] {
  const named: string[] = [];
  const name = (id: string | undefined) => id !== undefined && named.push(id);
  name(params.id);
  name((headers as { "x-brand-id"?: string })["x-brand-id"]);
  if (!body) return named;
  const {
    brand_id,
    brands,
    events,
    params: called,
  } = body as {
    /** Of a call by MCP. */
    params?: { arguments?: { brand_id?: unknown } };
    brand_id?: string;
    brands?: { id: string }[];
    events?: { brand_id: string }[];
  };
  name(brand_id);
  const ofCall = called?.arguments?.brand_id;
  if (typeof ofCall === "string") name(ofCall);
  for (const { id } of brands ?? []) name(id);
  for (const event of events ?? []) name(event.brand_id);
  return named;
}

export interface RequestFacts {
  hub: Hub;
  scope: RequestScope;
  now: Date;
  clientIp: string;
  params: Record<string, string>;
  /** Time for the body. Less than a concurrency slot's lease, so a slow body doesn't outlive its slot. */
  bodyWithinMs: number;
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(value, { error: issueInWords });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [where, ...(issue?.path ?? [])].join(".");
  throw new BadRequest(`${path}: ${issue?.message ?? "is not valid"}.`);
}

function queryValues(schema: z.ZodObject | undefined, target: string): Record<string, string> {
  if (!schema || !target.includes("?")) return {};
  const values: Record<string, string> = {};
  const given = queryOf(target);
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = given.getAll(name);
    if (more.length > 0) throw new BadRequest(`query.${name}: can only be given once.`);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function headerValues(schema: z.ZodObject | undefined, headers: Fields): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema?.shape ?? {})) {
    const value = headers.get(name);
    if (value !== null) values[name] = value;
  }
  return values;
}

const parseHead = <O extends Operation>(operation: O, request: HubRequest, params: Record<string, string>) =>
  ({
    params: parse(operation.params, params, "path"),
    query: parse(operation.query, queryValues(operation.query, request.target), "query"),
    headers: parse(operation.headers, headerValues(operation.headers, request.headers), "header"),
  }) as Head<O>;

/** A handler with its credential check. Malformed parameters are refused after it: 401 comes before 400. */
function begun<O extends Operation>(
  work: Handler<O> | ProvingHandler<O>,
  head: () => Head<O>,
): { proofs?: Partial<Proofs>; handle: Handler<O> } {
  if (typeof work === "function") return { handle: work };
  try {
    return work.begin(head());
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return {
      async handle() {
        throw error;
      },
    };
  }
}

const deprecationHeaders = ({ since, successor }: NonNullable<Operation["deprecated"]>): Record<string, string> => ({
  deprecation: `@${since.getTime() / 1000}`,
  link: `<${successor}>; rel="successor-version"`,
});

const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

async function answerRaw(given: RawResponse, request: HubRequest, headers: Record<string, string>): Promise<Answer> {
  if (matchesEtag(request.headers.get("if-none-match"), given.headers.etag)) {
    const { "content-type": _, "content-disposition": __, ...ofTheCopy } = given.headers;
    return { status: 304, headers: { "cache-control": "no-store", ...headers, ...ofTheCopy }, body: null };
  }
  const { content } = given;
  const body = typeof content === "function" ? await content() : content;
  const all: Record<string, string> = { ...JSON_HEADERS, ...headers, ...given.headers };
  if (body === null) delete all["content-type"];
  return { status: given.status, headers: all, body };
}

/**
 * Answers a request to an operation. Checks come in this order: credential (401), limits (429), parameters (400),
 * then the handler's 404 before 403. Every error has the contract's envelope.
 */
export async function answer<O extends Operation>(
  operation: O,
  work: Handler<O> | ProvingHandler<O>,
  request: HubRequest,
  facts: RequestFacts,
): Promise<Answer> {
  const { hub, scope, now, clientIp } = facts;
  const startedMs = performance.now();
  let actor: Actor | undefined;
  let answered: Answer;
  let release: (() => Promise<void>) | undefined;
  let limitHeaders: Record<string, string> = {};
  let named = namedBrands(facts.params);
  try {
    const { body } = operation;
    const rules = { withinMs: facts.bodyWithinMs, isAnonymous: operation.credentialInBody };
    const read = () => (body ? readJson(request, { ...body, ...rules }) : undefined);
    const early = operation.credentialInBody ? await read() : undefined;
    const asking = contextOf(hub, { actor: { kind: "anonymous" }, now, clientIp });
    let parsed: ReturnType<typeof parseHead<O>> | undefined;
    const head = () => {
      parsed ??= parseHead(operation, request, facts.params);
      return parsed;
    };
    const { handle, proofs } = begun(work, head);
    const { headers } = request;
    try {
      actor = await (operation.credentialInBody
        ? authenticateBodyToken(asking, operation, { headers, body: early })
        : authenticate(asking, operation, headers, proofs));
    } catch (error) {
      if (error instanceof Unauthorized && !(error instanceof MissingCredential))
        limitHeaders = await countFailedCredential(asking);
      throw error;
    }
    recordCaller(scope, actor);
    // Mutated because no other code has this context yet.
    const ctx = Object.assign(asking, { actor });
    if (!operation.unlimited) {
      const taken = await takeFromBudget(ctx, operation.credentialInBody ?? false);
      release = taken.release;
      limitHeaders = taken.headers;
    }
    const input = {
      ctx,
      ...head(),
      body: body ? parse(body.schema, early ?? (await read()), "body") : undefined,
      accept: request.headers.get("accept") ?? "",
    } as Input<O>;
    named = namedBrands(facts.params, input.headers, input.body);
    requireKeyScope(operation, actor, "forbidden");
    const given = await handle(input);
    answered =
      given instanceof RawResponse
        ? await answerRaw(given, request, limitHeaders)
        : { status: 200, headers: { ...JSON_HEADERS, ...limitHeaders }, body: JSON.stringify(given) };
  } catch (error) {
    answered = refusalOf(error);
    if (error instanceof RefusedApiKey) {
      actor = error.actor;
      recordCaller(scope, actor);
    }
    if (error instanceof BudgetExceeded) Object.assign(answered.headers, error.headers);
    // The hub is full, so the caller's remaining limit would mislead.
    else if (answered.status !== 429) Object.assign(answered.headers, limitHeaders);
  } finally {
    await release?.().catch((error) => log.warn({ err: error }, "a concurrency slot could not be released"));
  }
  if (operation.cors) answered.headers["access-control-allow-origin"] = "*";
  if (operation.deprecated) Object.assign(answered.headers, deprecationHeaders(operation.deprecated));
  const { status, code = null } = answered;
  if (actor) hub.services.usage.record({ actor, status, now, brandIds: named });
  hub.services.requestLog.record({
    requestId: scope.id,
    operation: operation.id,
    actor,
    brandIds: named,
    status,
    errorCode: code,
    at: now,
    durationMs: performance.now() - startedMs,
  });
  return answered;
}
