import type { IncomingMessage } from "node:http";
import { originForm } from "@/lib/api/hot-path/request";

const under = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`);

const isUnderPublicApi = under("/api/public");

/** True for the API and MCP, which the listener answers without Next. */
export const isPublicApi = (path: string): boolean => isUnderPublicApi(path) || path === "/mcp";
export const isFile = under("/files");

const isApi = under("/api");

/** True if people read the response; elsewhere programs do, in the contract's envelope. */
export const isPage = (path: string): boolean => !isApi(path) && !isFile(path);

/** Unmodified path of a request target in origin or absolute form (RFC 9112, 3.2); null for others, such as `*`. */
export function pathOf(target: string): string | null {
  const origin = originForm(target);
  if (origin === null) return null;
  const end = origin.search(/[?#]/);
  return end < 0 ? origin : origin.slice(0, end);
}

const NEXTS_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Next takes requests with these for its own scripts', and redirects some. */
const NEXTS_HEADERS = /^(?:rsc$|next-|x-nextjs-|x-middleware-)/;

/**
 * True if Next passes a request to its route file unchanged. It needs a known method, a path that Next doesn't
 * normalise, and none of Next's headers.
 */
export function nextCarries({ method = "", headers }: IncomingMessage, path: string): boolean {
  if (!NEXTS_METHODS.has(method) || /\/\/|\\|%2e/i.test(path)) return false;
  if (Object.keys(headers).some((name) => NEXTS_HEADERS.test(name))) return false;
  try {
    return new URL(path, "http://hub").pathname === path && decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}
