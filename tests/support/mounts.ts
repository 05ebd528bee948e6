import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createListener } from "@/lib/server/listener";
import { listen } from "./listen";

/** A way in which requests reach the operations. */
export interface Mount {
  name: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

type RouteModule = Record<string, (request: Request) => Promise<Response>>;

const API_FOLDER = "app/api/public";

/** Route files under `app/api/public`, as path templates of the contract. The catch-all is `*`. */
export function routeTemplates(): { template: string; file: string }[] {
  return readdirSync(API_FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .map((file) => {
      const folder = file.replace(/\/?route\.ts$/, "");
      const template = folder.includes("[[...") ? "*" : `/api/public/${folder}`.replace(/\[(\w+)\]/g, "{$1}");
      return { template, file: join(API_FOLDER, file) };
    });
}

export const loadRoute = (file: string): Promise<RouteModule> => import(/* @vite-ignore */ join(process.cwd(), file));

/** Picks a route like Next: the most literal match, else the catch-all. */
async function routeFor(pathname: string): Promise<RouteModule> {
  const fits = ({ template }: { template: string }) =>
    template !== "*" && new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`).test(pathname);
  const templates = routeTemplates();
  const found = templates.find(fits) ?? templates.find(({ template }) => template === "*");
  if (!found) throw new Error("there is no catch-all route");
  return loadRoute(found.file);
}

/** Calls the route files the way Next does. */
export async function routeFileMount(): Promise<Mount> {
  return {
    name: "route files",
    async request(path, init) {
      const request = new Request(`http://hub.test${path}`, init);
      const handler = (await routeFor(new URL(request.url).pathname))[request.method];
      if (!handler) throw new Error(`no route file exports ${request.method}`);
      return handler(request);
    },
    close: async () => {},
  };
}

/** The direct listener on a real socket, without Next behind it. */
export async function directMount(): Promise<Mount> {
  const passedOn = async (_request: unknown, response: { writeHead(status: number): { end(): void } }) => {
    response.writeHead(599).end();
  };
  const server = await listen(createServer(createListener(passedOn)));
  return {
    name: "direct listener",
    request: (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, { redirect: "manual", ...init }),
    close: () => server.close(),
  };
}
