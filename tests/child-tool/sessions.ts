import { randomBytes } from "node:crypto";
import { readCookie } from "@/lib/contract";
import { cookie } from "./cookies";
import { TOOL_SLUG } from "./slug";

/** A person in front of this tool, in one brand, as the hub vouched for them at the hand-off. */
export interface Session {
  id: string;
  /** Stands in this session's forms, since a cookie alone does not prove that our page sent them. */
  formKey: string;
  userId: string;
  brandId: string;
  role: string;
  /** The active-brand cookie that this session has already acted on: each of its values leads to one hand-off, never to a loop. */
  hint: string | null;
  expiresAt: Date;
}

/** After this the hub is asked again who the person is, so that a removed member does not stay. */
const LIFETIME_SECONDS = 60 * 60;
const MOST_SESSIONS = 1000;
/** Named after the tool: another one on this host, on any port, has its own. */
const COOKIE = `${TOOL_SLUG.replaceAll("-", "_")}_session`;

const secret = () => randomBytes(32).toString("base64url");

/** This tool's own sessions, kept on the server; the browser holds a random id. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();

  constructor(
    private readonly baseUrl: string,
    private readonly now: () => Date,
  ) {}

  /** Opens a session, and gives the `Set-Cookie` value that carries it. */
  open(person: Pick<Session, "userId" | "brandId" | "role" | "hint">): string {
    const expiresAt = new Date(this.now().getTime() + LIFETIME_SECONDS * 1000);
    const session = { ...person, id: secret(), formKey: secret(), expiresAt };
    const [oldest] = this.sessions.keys();
    if (oldest !== undefined && this.sessions.size >= MOST_SESSIONS) this.sessions.delete(oldest);
    this.sessions.set(session.id, session);
    return this.cookie(session.id, LIFETIME_SECONDS);
  }

  /** The request's session while it lasts, or null. */
  find(request: Request): Session | null {
    const session = this.sessions.get(readCookie(request.headers.get("cookie"), COOKIE) ?? "");
    return session && session.expiresAt > this.now() ? session : null;
  }

  /** Ends the request's session, and gives the `Set-Cookie` value that removes it. */
  end(request: Request): string {
    this.sessions.delete(readCookie(request.headers.get("cookie"), COOKIE) ?? "");
    return this.cookie("", 0);
  }

  private cookie(value: string, maxAgeSeconds: number): string {
    return cookie(COOKIE, value, { maxAgeSeconds, path: "/", baseUrl: this.baseUrl });
  }
}
