import { z } from "zod";
import { ACTION_KINDS, type AuditQuery } from "@/lib/audit";

const Kind = z.enum(ACTION_KINDS.map(({ prefix }) => prefix));
const Day = z.iso.date();
const DAY_MS = 24 * 60 * 60 * 1000;

/** The filter that an address asks for; what is mangled in it filters nothing. Days are whole and in UTC. */
export function activityQuery(parameters: Record<string, string | string[] | undefined>): AuditQuery {
  const from = Day.safeParse(parameters.from).data;
  const until = Day.safeParse(parameters.until).data;
  return {
    action: Kind.safeParse(parameters.kind).data,
    search: z.string().max(200).safeParse(parameters.q).data || undefined,
    from: from ? new Date(from) : undefined,
    until: until ? new Date(Date.parse(until) + DAY_MS) : undefined,
    after: z.string().safeParse(parameters.after).data,
  };
}
