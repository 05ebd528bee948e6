/** Names from the code and numbers, never request content. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanFacts {
  name: string;
  kind: "server" | "client" | "internal";
  attributes?: SpanAttributes;
  /** Their trace is continued, unless a span is open. */
  headers?: Pick<Headers, "get">;
}

/** Adds attributes to the current span. */
export type Note = (attributes: SpanAttributes) => void;

export interface Tracing {
  inSpan<Result>(facts: SpanFacts, run: (note: Note) => Promise<Result>): Promise<Result>;
  /** Headers that continue the trace at the receiver. */
  headers(): Record<string, string>;
  /** Flushes waiting spans. Never rejects. */
  stop(): Promise<void>;
}

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubTracing?: Tracing };

export const tracing = (): Tracing | undefined => holder.hubTracing;

export function setTracing(started: Tracing | undefined): void {
  holder.hubTracing = started;
}

const noteNothing: Note = () => {};

export const inSpan = <Result>(facts: SpanFacts, run: (note: Note) => Promise<Result>): Promise<Result> =>
  holder.hubTracing ? holder.hubTracing.inSpan(facts, run) : run(noteNothing);

export const traceHeaders = (): Record<string, string> => holder.hubTracing?.headers() ?? {};
