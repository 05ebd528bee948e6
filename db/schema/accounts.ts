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
import { ROLES } from "@/lib/contract";
import { brands, ofBrand } from "./brands";
import { id, moment, sha256 } from "./columns";

/** Numbers erased members: "Deleted member 7". */
export const deletedMembers = pgSequence("deleted_members");

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** Argon2id in PHC format; null for people who only sign in through a provider. */
    passwordHash: text("password_hash"),
    /**
     * When the email was last verified, by GitHub, Google or a mailed link; null until then. A link that a person
     * passed on verifies nothing, because the inviter had it too.
     */
    emailVerifiedAt: moment("email_verified_at"),
    hubAdmin: boolean("hub_admin").notNull().default(false),
    /** When a hub administrator deactivated the account; null while it is active. */
    deactivatedAt: moment("deactivated_at"),
    /** When the account was erased. The row stays under a pseudonym, for what the person published and did. */
    erasedAt: moment("erased_at"),
    mutedNotices: text("muted_notices").array().notNull().default(sql`'{}'::text[]`),
    activeBrandId: uuid("active_brand_id").references((): AnyPgColumn => brands.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(table.email),
    index("users_hub_admin_idx").on(table.id).where(sql`${table.hubAdmin}`),
    index("users_active_brand_idx").on(table.activeBrandId),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    // Keeps transactions that were running during the erasure from writing personal data back.
    check(
      "users_erased_blank",
      sql`${table.erasedAt} is null or (${table.name} ~ '^Deleted member [0-9]+$' and ${table.email} ~ '^deleted-member-[0-9]+$'
        and ${table.passwordHash} is null and ${table.emailVerifiedAt} is null and not ${table.hubAdmin}
        and ${table.deactivatedAt} is not null and ${table.activeBrandId} is null)`,
    ),
  ],
);

export const ofUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const accounts = pgTable(
  "accounts",
  {
    provider: text("provider").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    userId: ofUser(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "accounts_pkey", columns: [table.provider, table.providerAccountId] }),
    index("accounts_user_idx").on(table.userId),
  ],
);

export const ACCOUNT_LINK_KINDS = ["reset_password", "verify_email", "change_email", "undo_email_change"] as const;

/** A mailed link that does one thing, once. Only a digest of its token is stored; using the link deletes the row. */
export const accountLinks = pgTable(
  "account_links",
  {
    id: id(),
    userId: ofUser(),
    kind: text("kind", { enum: ACCOUNT_LINK_KINDS }).notNull(),
    /** The email it was sent to, which opening the link verifies. */
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

/**
 * A user's authenticator app (TOTP), stored once its first code is verified. Before that the secret is only in their
 * browser.
 */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Encrypted, so that read access to the database isn't enough to make codes. */
  sealedSecret: text("sealed_secret").notNull(),
  /** Time step of the last accepted code; codes of earlier steps are refused. */
  lastStep: bigint("last_step", { mode: "number" }).notNull(),
  createdAt: moment("created_at").notNull(),
  lastUsedAt: moment("last_used_at"),
});

/** A user's passkey (WebAuthn): what verifying its signatures needs. Contains no secret. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: ofUser(),
    name: text("name").notNull(),
    /** As the authenticator made it, in base64url. */
    credentialId: text("credential_id").notNull(),
    publicKey: text("public_key").notNull(),
    /** The authenticator's own count of uses, or 0 if it doesn't count. Never decreases. */
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

/** Replaces a lost factor, once. Only a digest is stored; using the code deletes the row. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: ofUser(),
    codeHash: sha256("code_hash").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ name: "recovery_codes_pkey", columns: [table.userId, table.codeHash] })],
);

export const SESSION_KINDS = ["browser", "token"] as const;

/** What a session can do over the API: `read` brands and identities; `write` also mints federation tokens. */
export const SESSION_SCOPES = ["read", "write"] as const;

/** A signed-in browser, or a named session token. Its id is the `sid` of federation tokens minted from it. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: ofUser(),
    kind: text("kind", { enum: SESSION_KINDS }).notNull(),
    name: text("name"),
    /** A session token can be read-only; browsers always have both scopes. */
    scopes: text("scopes", { enum: SESSION_SCOPES }).array().notNull().default(sql`'{read,write}'::text[]`),
    userAgent: text("user_agent"),
    /** True for an unknown browser on an account with earlier sign-ins; its owner is notified. */
    newBrowser: boolean("new_browser").notNull().default(false),
    /** True after sign-in or re-authentication with a factor or the company's provider. */
    strong: boolean("strong").notNull().default(false),
    clientIp: text("address"),
    createdAt: moment("created_at").notNull(),
    /** Last re-authentication in this session; the sign-in counts. */
    provedAt: moment("proved_at").notNull().default(sql`now()`),
    /** Digest of the cookie set at that re-authentication, which is valid only with it. Null if none was set. */
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

/** A one-time cookie token that was used: a passkey challenge or a pending two-factor sign-in. */
export const spentTokens = pgTable(
  "spent_tokens",
  {
    id: text("id").primaryKey(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("spent_tokens_expiry_idx").on(table.expiresAt)],
);

/**
 * A former member of a brand, who can only rejoin by invitation. A trigger writes it however a membership ends;
 * rejoining keeps it.
 */
export const formerMembers = pgTable(
  "former_members",
  {
    brandId: ofBrand(),
    userId: ofUser(),
    endedAt: moment("ended_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "former_members_pkey", columns: [table.brandId, table.userId] }),
    index("former_members_user_idx").on(table.userId),
  ],
);

/** A user's role in a brand. A trigger of the migration keeps an owner in every brand that has members. */
export const memberships = pgTable(
  "memberships",
  {
    brandId: ofBrand(),
    userId: ofUser(),
    role: text("role", { enum: ROLES }).notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "memberships_pkey", columns: [table.brandId, table.userId] }),
    index("memberships_user_idx").on(table.userId, table.createdAt),
    check("memberships_role_check", sql`${table.role} in ('owner', 'admin', 'editor', 'viewer')`),
  ],
);

/** An invitation to a brand for one email. Only a digest of the link's token is stored. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    brandId: ofBrand(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    tokenHash: sha256("token_hash").notNull(),
    /** True if only a mail carried the link, so that opening it verifies the email. */
    mailed: boolean("mailed").notNull().default(false),
    invitedBy: uuid("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_token_unique").on(table.tokenHash),
    uniqueIndex("invitations_open_unique")
      .on(table.brandId, table.email)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
    index("invitations_ended_idx").on(sql`least(${table.acceptedAt}, ${table.revokedAt}, ${table.expiresAt})`),
    index("invitations_brand_idx").on(table.brandId, table.createdAt),
    check("invitations_role_check", sql`${table.role} in ('owner', 'admin', 'editor', 'viewer')`),
    check("invitations_email_lower", sql`${table.email} = lower(${table.email})`),
    check("invitations_one_end", sql`${table.acceptedAt} is null or ${table.revokedAt} is null`),
  ],
);

/** A scheduled deletion of an archived brand with everything in it. Cancelling deletes the row. */
export const brandDeletions = pgTable(
  "brand_deletions",
  {
    brandId: uuid("brand_id")
      .primaryKey()
      .references(() => brands.id, { onDelete: "cascade" }),
    askedBy: uuid("asked_by").references(() => users.id, { onDelete: "set null" }),
    askedAt: moment("asked_at").notNull(),
    dueAt: moment("due_at").notNull(),
  },
  (table) => [index("brand_deletions_due_idx").on(table.dueAt)],
);
