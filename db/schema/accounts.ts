import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { id, moment, sha256 } from "./columns";

/** Numbers whoever was erased: "Deleted member 7". */
export const deletedMembers = pgSequence("deleted_members");

/** A person who signs in. The e-mail address is stored in lower case. */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** Argon2id in its PHC string form; null for people who only sign in elsewhere. */
    passwordHash: text("password_hash"),
    /**
     * When somebody last proved that the email is theirs, by GitHub or Google or by a link that went there by mail; null until then. A
     * link that people handed over proves nothing: whoever invites held it too.
     */
    emailVerifiedAt: moment("email_verified_at"),
    /** Registers tools and grants entitlements. */
    hubAdmin: boolean("hub_admin").notNull().default(false),
    /** Since when a hub administrator lets nobody in with this account; null for an account that works. */
    deactivatedAt: moment("deactivated_at"),
    /** Since when the account is erased: the row stays, under a pseudonym, for what they published and did. */
    erasedAt: moment("erased_at"),
    /** Kinds of notices that they do not want. */
    mutedNotices: text("muted_notices").array().notNull().default(sql`'{}'::text[]`),
    activeBrandId: uuid("active_brand_id").references((): AnyPgColumn => brands.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(table.email),
    index("users_hub_admin_idx").on(table.id).where(sql`${table.hubAdmin}`),
    index("users_active_brand_idx").on(table.activeBrandId),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    // Whatever was under way when the account was erased writes nothing of the person back.
    check(
      "users_erased_blank",
      sql`${table.erasedAt} is null or (${table.name} ~ '^Deleted member [0-9]+$' and ${table.email} ~ '^deleted-member-[0-9]+$'
        and ${table.passwordHash} is null and ${table.emailVerifiedAt} is null and not ${table.hubAdmin}
        and ${table.deactivatedAt} is not null and ${table.activeBrandId} is null)`,
    ),
  ],
);

/** An identity of a user at another provider (GitHub, Google). */
export const accounts = pgTable(
  "accounts",
  {
    provider: text("provider").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "accounts_pkey", columns: [table.provider, table.providerAccountId] }),
    index("accounts_user_idx").on(table.userId),
  ],
);

export const ACCOUNT_LINK_KINDS = ["reset_password", "verify_email", "change_email", "undo_email_change"] as const;

/** A link that was sent to an email of a user's and does one thing, once; its token is kept as a digest only, and the row goes with its use. */
export const accountLinks = pgTable(
  "account_links",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ACCOUNT_LINK_KINDS }).notNull(),
    /** Where it was sent: the email that whoever opens it has proved. */
    email: text("email").notNull(),
    tokenHash: sha256("token_hash").notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("account_links_token_unique").on(table.tokenHash),
    index("account_links_user_idx").on(table.userId, table.kind),
    index("account_links_expiry_idx").on(table.expiresAt),
    check(
      "account_links_kind_check",
      sql`${table.kind} in ('reset_password', 'verify_email', 'change_email', 'undo_email_change')`,
    ),
    check("account_links_email_lower", sql`${table.email} = lower(${table.email})`),
    check("account_links_expire_later", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);

/** The authenticator app of a user's (TOTP), once a code of it was given: until then it is nowhere but in their browser. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Sealed: who reads the database makes no codes. */
  sealedSecret: text("sealed_secret").notNull(),
  /** The time step of the last code that was accepted; none up to it is accepted again. */
  lastStep: bigint("last_step", { mode: "number" }).notNull(),
  createdAt: moment("created_at").notNull(),
  lastUsedAt: moment("last_used_at"),
});

/** A passkey of a user's (WebAuthn): what the hub needs to check its signatures. Nothing in it is a secret. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** As the authenticator made it, in base64url. */
    credentialId: text("credential_id").notNull(),
    /** COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    /** How often it was used, as the authenticator counts; 0 for one that does not. It only ever grows. */
    signCount: bigint("sign_count", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull().default(sql`'{}'::text[]`),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [
    uniqueIndex("passkeys_credential_unique").on(table.credentialId),
    index("passkeys_user_idx").on(table.userId, table.createdAt),
    check("passkeys_sign_count_check", sql`${table.signCount} >= 0`),
  ],
);

/** A code that stands in for a lost factor, once; kept as a digest only, and the row goes with its use. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: sha256("code_hash").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ name: "recovery_codes_pkey", columns: [table.userId, table.codeHash] })],
);

export const SESSION_KINDS = ["browser", "token"] as const;

/** What a session may do over the API: `read` brands and identities, `write` also mint federation tokens. */
export const SESSION_SCOPES = ["read", "write"] as const;

/** A signed-in browser, or a named session token for a back office. Its id is the `sid` of the tokens made from it. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: SESSION_KINDS }).notNull(),
    /** What the person called the token; null for browsers. */
    name: text("name"),
    /** A named token may be issued to read alone; a browser always may both. */
    scopes: text("scopes", { enum: SESSION_SCOPES }).array().notNull().default(sql`'{read,write}'::text[]`),
    userAgent: text("user_agent"),
    /** True for a browser that had not signed in to the account before, while the account had been used: its owner is told. */
    newBrowser: boolean("new_browser").notNull().default(false),
    /** True for one that was opened, or proved again, by a factor of the account or the company's own provider. */
    strong: boolean("strong").notNull().default(false),
    clientIp: text("address"),
    createdAt: moment("created_at").notNull(),
    /** When the person last proved in this session who they are: at sign-in, then at each step-up. */
    provedAt: moment("proved_at").notNull().default(sql`now()`),
    /** Digest of the cookie that the browser got with that proof: the proof is for who brings it. Null where none was given. */
    proofHash: text("proof_hash"),
    lastSeenAt: moment("last_seen_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    index("sessions_user_idx").on(table.userId, table.createdAt),
    index("sessions_ended_idx").on(sql`least(${table.revokedAt}, ${table.expiresAt})`),
    check("sessions_kind_check", sql`${table.kind} in ('browser', 'token')`),
    check("sessions_token_named", sql`${table.kind} <> 'token' or ${table.name} is not null`),
    check("sessions_scopes_check", sql`${table.scopes} in ('{read}', '{read,write}')`),
    check("sessions_browser_scopes", sql`${table.kind} = 'token' or 'write' = any(${table.scopes})`),
    check("sessions_expire_later", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);

/** A signed token of a cookie that works once and was used: the challenge of a passkey, a sign-in that waited for its second step. */
export const spentTokens = pgTable(
  "spent_tokens",
  {
    id: text("id").primaryKey(),
    /** When the token would have expired; the row is of no use after that. */
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("spent_tokens_expiry_idx").on(table.expiresAt)],
);

/**
 * Who was a member of a brand once, and whose membership ended: they come back by an invitation alone. A trigger of the migration writes it,
 * in whatever way a membership ends; joining again leaves it.
 */
export const formerMembers = pgTable(
  "former_members",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    endedAt: moment("ended_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "former_members_pkey", columns: [table.brandId, table.userId] }),
    index("former_members_user_idx").on(table.userId),
  ],
);
