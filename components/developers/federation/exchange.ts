const PATH = "/api/public/federation/exchange";

/** What the hub answered, as it came. */
export type ExchangeAnswer = { status: number; body: unknown };

/** Hands a token in at the endpoint that tools use; it travels in the body. */
export async function exchange(token: string): Promise<ExchangeAnswer> {
  const response = await fetch(PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return { status: response.status, body: await response.json() };
}

/** A line for a shell that does the same. */
export const exchangeSample = (baseUrl: string, token: string): string =>
  [
    `curl -s -X POST ${baseUrl}${PATH}`,
    `  -H "Content-Type: application/json"`,
    `  -d '${JSON.stringify({ token })}'`,
  ].join(" \\\n");
