import type { IncomingMessage } from "node:http";
import { z } from "zod";

const MAX_LENGTH = 40_000;

const PARAM_KINDS = [
  "c",
  "ci(..)(..)",
  "ci(.)",
  "ci(..)",
  "ci(...)",
  "oc",
  "d",
  "di(..)(..)",
  "di(.)",
  "di(..)",
  "di(...)",
];

const Segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(PARAM_KINDS), z.array(z.string()).nullable()]),
]);

const RouterState = z.tuple([
  Segment,
  z.record(
    z.string(),
    z.lazy((): z.ZodType => RouterState),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

/** The shape that Next's own check requires; a test compares the two. */
function isRouterState(header: string): boolean {
  if (header.length > MAX_LENGTH) return false;
  try {
    return RouterState.safeParse(JSON.parse(decodeURIComponent(header))).success;
  } catch {
    return false;
  }
}

/** False if the request's router state is unreadable, which Next would answer with a bare 500. */
export const hasReadableRouterState = ({ headers }: IncomingMessage): boolean => {
  const sent = headers["next-router-state-tree"];
  return sent === undefined || (typeof sent === "string" && isRouterState(sent));
};
