/** The one function that orval's clients call: where the hub is, and that not every answer is JSON. */
export async function hubFetch<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const response = await fetch(`${hubFetch.baseUrl}${path}`, options);
  const isJson = response.headers.get("content-type") === "application/json";
  const data: unknown = isJson ? await response.json() : await response.blob();
  return { data, status: response.status, headers: response.headers } as Answer;
}
hubFetch.baseUrl = "";
