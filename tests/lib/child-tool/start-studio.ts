import { type App, createApp } from "@/tests/child-tool/app";
import { createStudioServer } from "@/tests/child-tool/server";
import type { StudioStore } from "@/tests/child-tool/store";
import { createStudio, type Studio } from "@/tests/child-tool/studio";
import { listen } from "@/tests/support/listen";

export const WEBHOOK_SECRET = "webhook-secret-for-tests-0123456789abcdef";

interface Options {
  hubUrl: string;
  token: string;
  store: StudioStore;
  now?: () => Date;
  webhookSecrets?: string[];
}

/** A browser with cookies. The test follows redirects itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(private readonly baseUrl: string) {}

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(`${this.baseUrl}${path}`, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  get = (path: string) => this.request(path);
  page = async (path = "/") => (await this.request(path)).text();
  post = (path: string, fields: Record<string, string>) =>
    this.request(path, { method: "POST", body: new URLSearchParams(fields) });

  /** Starts a sign-in and returns the hub's URL that the browser was redirected to. */
  async connect(): Promise<URL> {
    return new URL((await this.get("/connect")).headers.get("location") ?? "");
  }

  /** Completes a sign-in with the token that the hub would post. */
  async signIn(token: string): Promise<Response> {
    const state = (await this.connect()).searchParams.get("state") ?? "";
    return this.post("/hub/callback", { token, expires_at: "1773480713", state });
  }
}

/** The child tool on a free local port and this store, without delays between retries. */
export async function startStudio({ hubUrl, token, store, now, webhookSecrets = [WEBHOOK_SECRET] }: Options) {
  let ready: (app: App) => void = () => {};
  const app = new Promise<App>((resolve) => {
    ready = resolve;
  });
  let url = "";
  const errors: unknown[] = [];
  const server = createStudioServer(
    app,
    () => url,
    (error) => errors.push(error),
  );
  const { port, close } = await listen(server);
  url = `http://127.0.0.1:${port}`;
  const studio: Studio = createStudio({ hubUrl, baseUrl: url, token, webhookSecrets }, store, {
    now,
    sleep: async () => {},
  });
  ready(createApp(studio));
  return {
    url,
    studio,
    errors,
    visitor: () => new Visitor(url),
    close: async () => {
      studio.changes.close();
      await close();
    },
  };
}

export type RunningStudio = Awaited<ReturnType<typeof startStudio>>;
