/** A driver's standard input. */
export interface Given {
  baseUrl: string;
  brandId: string;
  tool: string;
  childApp: string;
}

/** The client's result of an operation: a value or an error. */
export interface Outcome {
  status: number;
  value?: unknown;
  error?: unknown;
}

export interface Driven {
  /** By operation id. */
  operations: Record<string, Outcome>;
  /** A refusal as the client types it. */
  refusal: { status: number; code: string | undefined };
  /** Typed parts of two bundle reads. */
  bundle: { name: string; version: number; colors: string[]; notModified: boolean };
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** A file's magic number, or any other value unchanged. */
export const readable = async (value: unknown): Promise<unknown> =>
  value instanceof Blob ? (await value.text()).slice(0, 5) : value;

/** Runs a driver as a program with JSON input and output. */
export async function run(drive: (given: Given) => Promise<Driven>): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  process.stdout.write(JSON.stringify(await drive(JSON.parse(Buffer.concat(chunks).toString()))));
}
