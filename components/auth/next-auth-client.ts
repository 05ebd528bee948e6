const BASE = "/api/auth";

/** How a request to next-auth ended: where it leads, and the error's code if it failed. */
interface Outcome {
  url: string;
  error: string | null;
}

async function csrfToken(): Promise<string> {
  const response = await fetch(`${BASE}/csrf`, { headers: { accept: "application/json" } });
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  return csrfToken;
}

/**
 * Sends a form to next-auth with its anti-forgery token, as its own client does, and says where it leads.
 * @throws when the hub cannot be reached or fails
 */
async function post(path: string, fields: Record<string, string>): Promise<Outcome> {
  const body = new URLSearchParams({ ...fields, csrfToken: await csrfToken(), json: "true" });
  const response = await fetch(`${BASE}/${path}`, { method: "POST", body });
  const { url } = (await response.json()) as { url: string };
  const { pathname, searchParams } = new URL(url, window.location.href);
  const failed = !response.ok || pathname.startsWith(`${BASE}/`);
  return { url, error: failed ? (searchParams.get("error") ?? "SignInFailed") : null };
}

export const signInWithPassword = (fields: {
  email: string;
  password: string;
  callbackUrl: string;
}): Promise<Outcome> => post("callback/credentials", fields);

/** Starts signing in at a provider elsewhere; `url` is the provider's page. */
export const signInElsewhere = (provider: string, callbackUrl: string): Promise<Outcome> =>
  post(`signin/${provider}`, { callbackUrl });

/** Signs this browser out: its session is revoked, its cookies cleared. */
export const signOut = (callbackUrl: string): Promise<Outcome> => post("signout", { callbackUrl });
