import type { IncomingMessage } from "node:http";
import { originForm } from "@/lib/api/hot-path/request";

const under = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`);

export const isPublicApi = under("/api/public");
export const isFile = under("/files");

const isApi = under("/api");

/** True where people read the answer; everywhere else programs do, in the contract's envelope. */
export const isPage = (path: string): boolean => !isApi(path) && !isFile(path);

/** Path of a request target in origin or absolute form (RFC 9112, 3.2), to the letter; null for what is neither, such as `*`. */
export function pathOf(target: string): string | null {
  const origin = originForm(target);
  if (origin === null) return null;
  const end = origin.search(/[?#]/);
  return end < 0 ? origin : origin.slice(0, end);
}

const NEXTS_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** With these Next takes a request for one of its own pages' scripts, and answers some with a redirect. */
const NEXTS_HEADERS = /^(?:rsc$|next-|x-nextjs-|x-middleware-)/;

/**
 * True where Next hands a request to its route file as it came: a method that it knows, a path that it neither tidies nor fails to read, and
 * no header that it goes by itself.
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
