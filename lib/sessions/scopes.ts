import type { SESSION_KINDS, SESSION_SCOPES } from "@/db/schema";

/** A browser that signed in, or a token that its owner named. */
export type SessionKind = (typeof SESSION_KINDS)[number];

/** What a session may do over the API: `read` brands and identities, `write` also mint federation tokens. */
export type SessionScope = (typeof SESSION_SCOPES)[number];
