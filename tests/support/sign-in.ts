const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

/** Signs in to a running hub by password and returns the browser's cookie. */
export async function signIn(
  baseUrl: string,
  { email, password }: { email: string; password: string | null },
): Promise<string> {
  const asked = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, email, password: password ?? "", json: "true" }),
    redirect: "manual",
  });
  return cookiesOf(answer);
}
