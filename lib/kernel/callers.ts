import type { Role } from "@/lib/contract";

/** A signed-in user with a live session, by cookie or Bearer. */
export interface SessionCaller {
  kind: "session";
  userId: string;
  /** Id of the session row. */
  sid: string;
  /** When the user proved who they are, in Unix seconds. */
  authTimeSeconds: number;
  hubAdmin: boolean;
}

/** A user by a federation token: for one brand, as long as the session behind it lives. */
export interface FederationCaller {
  kind: "federation";
  userId: string;
  /** Id of the session that the token was minted from. */
  sid: string;
  brandId: string;
  /** The role at minting; decisions re-read it from the membership. */
  role: Role;
  authTimeSeconds: number;
  /** Id of this one token. */
  jti: string;
}

/** A brand's own service, by an API key. */
export interface ApiKeyCaller {
  kind: "api-key";
  apiKeyId: string;
  brandId: string;
}

/** A child tool's back end, by its child app token. */
export interface ChildAppCaller {
  kind: "child-app";
  toolSlug: string;
}

/** Whoever calls an endpoint, as its credential proved; `public` proved nothing. */
export type Caller =
  | SessionCaller
  | FederationCaller
  | ApiKeyCaller
  | ChildAppCaller
  | { kind: "dispatch" }
  | { kind: "public" };
