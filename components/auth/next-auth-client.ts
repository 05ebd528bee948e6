const BASE = "/api/auth";

/** The redirect target of a next-auth request, and the error's code if it failed. */
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
 * Posts a form to next-auth with its CSRF token.
 * @throws if the hub can't be reached or fails
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

/** Starts sign-in at another provider. `url` is the provider's page. */
export const signInElsewhere = (provider: string, callbackUrl: string): Promise<Outcome> =>
  post(`signin/${provider}`, { callbackUrl });

export const signOut = (callbackUrl: string): Promise<Outcome> => post("signout", { callbackUrl });
