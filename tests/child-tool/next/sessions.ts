import { randomBytes } from "node:crypto";
import { readCookie } from "@/lib/contract";

/** A person in one brand, as the hub vouched for them. */
export interface Session {
  brandId: string;
  role: string;
  /** The active-brand cookie that this session has acted on: each of its values leads to one hand-off, never to a loop. */
  hint: string | null;
  endsAt: number;
}

const LIFETIME_SECONDS = 60 * 60;
const COOKIE = "next_studio_session";

/** This child's own sessions, kept on the server; the browser holds a random id. */
export class Sessions {
  private readonly open = new Map<string, Session>();

  constructor(private readonly secure: boolean) {}

  /** Begins a session, ends the one that the browser had, and gives the `Set-Cookie` value. */
  begin(person: Omit<Session, "endsAt">, cookies: string | null): string {
    this.end(cookies);
    const id = randomBytes(32).toString("base64url");
    const now = Date.now();
    for (const [old, { endsAt }] of this.open) if (endsAt < now) this.open.delete(old);
    this.open.set(id, { ...person, endsAt: now + LIFETIME_SECONDS * 1000 });
    const secure = this.secure ? "; Secure" : "";
    return `${COOKIE}=${id}; Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  }

  find(cookies: string | null): Session | null {
    const session = this.open.get(readCookie(cookies, COOKIE) ?? "");
    return session && session.endsAt > Date.now() ? session : null;
  }

  end(cookies: string | null): void {
    this.open.delete(readCookie(cookies, COOKIE) ?? "");
  }
}
