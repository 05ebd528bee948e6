/** A driver's standard input: the hub, what to request and a credential of each kind. */
export interface Given {
  baseUrl: string;
  brandId: string;
  tool: string;
  eventKey: string;
  apiKey: string;
  session: string;
  federation: string;
  childApp: string;
  dispatch: string;
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
export const EVENT = {
  type: "asset.approved",
  occurred_at: "2026-03-14T09:26:53.589Z",
  payload: { asset: 482 },
};

/** The file's magic number. */
export const startOf = async (file: Blob): Promise<string> => (await file.text()).slice(0, 5);

/** Runs a driver as a program with JSON input and output. */
export async function run(drive: (given: Given) => Promise<Driven>): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  process.stdout.write(JSON.stringify(await drive(JSON.parse(Buffer.concat(chunks).toString()))));
}
