import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type AuthOptions } from "next-auth";

export type Cookies = Record<string, string>;

function readCookie(header: string): Cookies {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
  return { [name]: decodeURIComponent(value) };
}

interface Asked {
  options: AuthOptions;
  cookies?: Cookies;
  form?: Cookies;
  query?: Cookies;
}

/**
 * Sends one request through next-auth's own route handler. Returns the browser's cookies afterwards and the redirect.
 */
export async function askNextAuth(path: string, { options, cookies = {}, form, query }: Asked) {
  const kept = { ...cookies };
  let location = "";
  const response = {
    status: () => response,
    getHeader: () => [],
    setHeader(name: string, value: string | string[]) {
      if (name === "Set-Cookie") for (const cookie of value) Object.assign(kept, readCookie(cookie));
      if (name === "Location") location = String(value);
      return response;
    },
    redirect(_: number, to: string) {
      location = to;
      return response;
    },
    json: () => response,
    send: () => response,
    end: () => response,
  };
  const request = {
    query: { ...query, nextauth: path.split("/") },
    method: form ? "POST" : "GET",
    cookies,
    headers: {},
    body: form,
  };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return { cookies: kept, location };
}
