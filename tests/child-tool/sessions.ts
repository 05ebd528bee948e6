import { randomBytes } from "node:crypto";
import { readCookie } from "@/lib/contract";
import { cookie } from "./cookies";
import { TOOL_SLUG } from "./slug";

/** A signed-in person in one brand. */
export interface Session {
  id: string;
  /** CSRF token of this session's forms. */
  formKey: string;
  userId: string;
  brandId: string;
  role: string;
  /** The last active-brand cookie handled. Each value starts one sign-in, which prevents redirect loops. */
  hint: string | null;
  expiresAt: Date;
}

/** Then the hub is asked again, so removed members lose access. */
const LIFETIME_SECONDS = 60 * 60;
const MAX_SESSIONS = 1000;
/** Named after the tool, because tools on other ports of this host share cookies. */
const COOKIE = `${TOOL_SLUG.replaceAll("-", "_")}_session`;

const secret = () => randomBytes(32).toString("base64url");

/** Sessions on the server. The browser has a random id. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();

  constructor(
    private readonly baseUrl: string,
    private readonly now: () => Date,
  ) {}

  /** Opens a session and returns its `Set-Cookie` value. */
  open(person: Pick<Session, "userId" | "brandId" | "role" | "hint">): string {
    const expiresAt = new Date(this.now().getTime() + LIFETIME_SECONDS * 1000);
    const session = { ...person, id: secret(), formKey: secret(), expiresAt };
    const [oldest] = this.sessions.keys();
    if (oldest !== undefined && this.sessions.size >= MAX_SESSIONS) this.sessions.delete(oldest);
    this.sessions.set(session.id, session);
    return this.cookie(session.id, LIFETIME_SECONDS);
  }

  /** Returns the request's session, or null. */
  find(request: Request): Session | null {
    const session = this.sessions.get(readCookie(request.headers.get("cookie"), COOKIE) ?? "");
    return session && session.expiresAt > this.now() ? session : null;
  }

  /** Ends the session and returns the `Set-Cookie` value that deletes its cookie. */
  end(request: Request): string {
    this.sessions.delete(readCookie(request.headers.get("cookie"), COOKIE) ?? "");
    return this.cookie("", 0);
  }

  private cookie(value: string, maxAgeSeconds: number): string {
    return cookie(COOKIE, value, { maxAgeSeconds, path: "/", baseUrl: this.baseUrl });
  }
}
