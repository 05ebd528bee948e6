/** The fetch function of orval's clients: it adds the hub's URL and handles responses that aren't JSON. */
export async function hubFetch<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const response = await fetch(`${hubFetch.baseUrl}${path}`, options);
  const isJson = response.headers.get("content-type") === "application/json";
  const data: unknown = isJson ? await response.json() : await response.blob();
  return { data, status: response.status, headers: response.headers } as Answer;
}
hubFetch.baseUrl = "";
