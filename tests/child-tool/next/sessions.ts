import { randomBytes } from "node:crypto";
import { readCookie } from "@/lib/contract";

/** A signed-in person in one brand. */
export interface Session {
  brandId: string;
  role: string;
  /** The last active-brand cookie handled. Each value starts one sign-in, which prevents redirect loops. */
  hint: string | null;
  endsAt: number;
}

const LIFETIME_SECONDS = 60 * 60;
const COOKIE = "next_studio_session";

/** Sessions on the server. The browser has a random id. */
export class Sessions {
  private readonly open = new Map<string, Session>();

  constructor(private readonly secure: boolean) {}

  /** Replaces the browser's session and returns the `Set-Cookie` value. */
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
