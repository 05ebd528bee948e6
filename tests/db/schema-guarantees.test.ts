import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, type OpenDatabase, rowsOf } from "@/db/client";
import { constraintOf } from "@/db/errors";
import { files } from "@/db/schema";
import { OWN_TABLES } from "@/lib/access/people/export-person";
import { newId } from "@/lib/platform/ids";
import { createTestDatabase } from "@/tests/support/database";
import { createBrandFixture, createTool, createUser, entitle } from "@/tests/support/fixtures";
import { createPostgresDatabase } from "@/tests/support/postgres";

type Row = Record<string, unknown>;
const AT = "2026-03-14T09:26:53.589Z";
const HASH = "a".repeat(64);
const FILE_HASH = "b".repeat(64);

/** Every case starts from this, in a transaction that is rolled back. */
async function createScene(db: Database) {
  const user = await createUser(db);
  const brand = await createBrandFixture(db, { members: { [user.id]: "owner" } });
  const other = await createBrandFixture(db);
  const tool = await createTool(db);
  await entitle(db, brand.id, tool.slug);
  const file = { id: newId(), brandId: brand.id, sha256: FILE_HASH, mime: "image/png", bytes: 1 };
  await db.insert(files).values({ ...file, createdAt: new Date(AT) });
  return { user: user.id, brand: brand.id, slug: brand.slug, other: other.id, tool: tool.slug, email: user.email };
}
type Scene = Awaited<ReturnType<typeof createScene>>;

/** A valid row of each table. A case changes only what it tests. */
const valid = {
  account_links: ({ user }: Scene): Row => ({
    id: newId(),
    user_id: user,
    kind: "reset_password",
    email: "new@example.com",
    token_hash: HASH,
    created_at: AT,
    expires_at: "2026-04-14T09:26:53.589Z",
  }),
  api_keys: ({ brand }: Scene): Row => ({
    id: newId(),
    brand_id: brand,
    name: "Key",
    scopes: ["brands:read"],
    key_hash: HASH,
    prefix: "bih_",
    last_four: "abcd",
    created_at: AT,
  }),
  audit_chains: ({ brand }: Scene): Row => ({
    id: newId(),
    brand_id: brand,
    head_sequence: 0,
    head_hash: HASH,
    checkpoint_sequence: 0,
  }),
  audit_entries: ({ brand, user }: Scene): Row => ({
    id: newId(),
    brand_id: brand,
    actor_kind: "user",
    actor_id: user,
    actor_label: "User",
    action: "brand.renamed",
    target_kind: "brand",
    target_id: brand,
    target_label: "Brand",
    created_at: AT,
    chained: false,
  }),
  audit_tombstones: (): Row => ({
    id: newId(),
    kind: "erasure",
    actor: "Brand Identity Hub",
    reason: "They asked for it.",
    created_at: AT,
  }),
  hand_overs: ({ tool }: Scene): Row => ({
    id: newId(),
    tool_slug: tool,
    name: "Print Room",
    token_hash: HASH,
    created_at: AT,
    expires_at: "2026-04-14T09:26:53.589Z",
  }),
  hub_settings: (): Row => ({ only: true, two_step_of_admins: false }),
  api_requests: ({ brand }: Scene): Row => ({
    id: newId(),
    request_id: "a-request",
    operation: "readBundle",
    brand_id: brand,
    credential: "api-key",
    status: 200,
    duration_ms: 3.5,
  }),
  operator_notices: (): Row => ({
    id: newId(),
    body: "{}",
    status: "pending",
    attempts: 0,
    due_at: AT,
    created_at: AT,
  }),
  notices: ({ user, brand }: Scene): Row => ({
    id: newId(),
    user_id: user,
    kind: "endpoint_failing",
    occurrence: "failing",
    topic: "tool host",
    brand_id: brand,
    happened_at: AT,
    created_at: AT,
    mailed: false,
  }),
  tool_credentials: ({ tool }: Scene): Row => ({
    id: newId(),
    tool_slug: tool,
    kind: "app_token",
    name: "Production",
    token_hash: HASH,
    prefix: "bihc_abcd",
    last_four: "wxyz",
    created_at: AT,
  }),
  passkeys: ({ user }: Scene): Row => ({
    id: newId(),
    user_id: user,
    name: "Laptop",
    credential_id: "abcd",
    public_key: "abcd",
    sign_count: 0,
    transports: [],
    created_at: AT,
  }),
  brand_versions: ({ brand }: Scene): Row => ({
    brand_id: brand,
    version: 2,
    snapshot: {},
    changed: ["brand"],
    created_at: AT,
  }),
  version_records: ({ brand }: Scene): Row => ({
    brand_id: brand,
    version: 1,
    content: "{}",
    sha256: HASH,
    proof: "a.b.c",
  }),
  published_files: ({ brand }: Scene): Row => ({ brand_id: brand, sha256: FILE_HASH }),
  child_context_deliveries: ({ brand, tool }: Scene): Row => ({
    id: newId(),
    brand_id: brand,
    tool_slug: tool,
    type: "identity.updated",
    body: "{}",
    status: "pending",
    attempts: 0,
    replays: 0,
    due_at: AT,
    created_at: AT,
  }),
  child_reads: ({ brand, tool }: Scene): Row => ({ brand_id: brand, tool_slug: tool, version: 1, read_at: AT }),
  draft_presences: ({ brand, user }: Scene): Row => ({
    brand_id: brand,
    user_id: user,
    page: "palette",
    since: AT,
    seen_at: AT,
  }),
  drafts: ({ brand, user }: Scene): Row => ({
    brand_id: brand,
    user_id: user,
    base_version: 1,
    document: {},
    revision: 1,
    updated_at: AT,
  }),
  events: ({ brand, tool }: Scene): Row => ({
    id: newId(),
    brand_id: brand,
    api_version: 1,
    tool_slug: tool,
    type: "asset.approved",
    payload: {},
    occurred_at: AT,
    received_at: AT,
    idempotency_key: "key",
    duplicates: 0,
  }),
  files: ({ brand }: Scene): Row => ({
    id: newId(),
    brand_id: brand,
    sha256: HASH,
    mime: "image/png",
    bytes: 1,
    created_at: AT,
  }),
  invitations: ({ brand }: Scene): Row => ({
    id: newId(),
    brand_id: brand,
    email: "new@example.com",
    role: "editor",
    token_hash: HASH,
    created_at: AT,
    expires_at: "2026-04-14T09:26:53.589Z",
    mailed: false,
  }),
  mails: (): Row => ({
    id: newId(),
    kind: "invitation",
    recipient: "new@example.com",
    sealed: "sealed",
    status: "pending",
    attempts: 0,
    due_at: AT,
    expires_at: AT,
    created_at: AT,
  }),
  former_members: ({ other, user }: Scene): Row => ({ brand_id: other, user_id: user, ended_at: AT }),
  memberships: ({ other, user }: Scene): Row => ({ brand_id: other, user_id: user, role: "viewer", created_at: AT }),
  sessions: ({ user }: Scene): Row => ({
    id: newId(),
    user_id: user,
    kind: "token",
    name: "Back office",
    scopes: ["read"],
    created_at: AT,
    proved_at: AT,
    new_browser: false,
    strong: false,
    last_seen_at: AT,
    expires_at: "2026-04-14T09:26:53.589Z",
  }),
  slow_receivers: ({ tool }: Scene): Row => ({ tool_slug: tool, host: "tool.example.com", timeouts: 1, probe_at: AT }),
  subscriptions: ({ brand, tool }: Scene): Row => ({
    brand_id: brand,
    tool_slug: tool,
    webhook_url: "https://tool.example.com",
    enabled: true,
    created_at: AT,
  }),
  tools: (): Row => ({
    slug: "new-tool",
    name: "Tool",
    description: "",
    status: "active",
    event_patterns: [],
    own_credentials_only: false,
    entitlement_webhooks: false,
    created_at: AT,
  }),
  usage_counters: ({ brand }: Scene): Row => ({
    brand_id: brand,
    credential: "tool:x",
    hour: AT,
    requests: 1,
    errors: 0,
    limited: 0,
  }),
  users: (): Row => ({
    id: newId(),
    email: "new@example.com",
    name: "User",
    hub_admin: false,
    muted_notices: "{}",
    created_at: AT,
  }),
};
type Table = keyof typeof valid;

async function insert(tx: Database, table: string, row: Row): Promise<void> {
  const name = sql.identifier(table);
  await tx.execute(
    sql`insert into ${name} select * from json_populate_record(null::${name}, ${JSON.stringify(row)}::json)`,
  );
}

type Violation = (tx: Database, scene: Scene) => Promise<unknown>;

/** Inserts a valid row with these changes. */
const row =
  (table: Table, changes: Row | ((scene: Scene) => Row)): Violation =>
  (tx, scene) =>
    insert(tx, table, { ...valid[table](scene), ...(typeof changes === "function" ? changes(scene) : changes) });

/** Inserts a valid row, and a copy with another id and these changes. */
const twice =
  (table: Table, changes: Row = {}): Violation =>
  async (tx, scene) => {
    const first = valid[table](scene);
    await insert(tx, table, first);
    await insert(tx, table, { ...first, id: newId(), ...changes });
  };

const statement =
  (query: (scene: Scene) => SQL): Violation =>
  (tx, scene) =>
    tx.execute(query(scene));

/** Inserts a valid row, then runs the statement. */
const after =
  (table: Table, query: (scene: Scene) => SQL): Violation =>
  async (tx, scene) => {
    await insert(tx, table, valid[table](scene));
    await tx.execute(query(scene));
  };

const attempt =
  (changes: Row): Violation =>
  async (tx, scene) => {
    const delivery = valid.child_context_deliveries(scene);
    await insert(tx, "child_context_deliveries", delivery);
    await insert(tx, "delivery_attempts", {
      delivery_id: delivery.id,
      attempt: 1,
      started_at: AT,
      duration_ms: 1,
      webhook_url: "https://tool.example.com",
      status_code: 200,
      response_excerpt: "",
      ...changes,
    });
  };

const twoHubChains: Violation = async (tx, scene) => {
  for (let count = 0; count < 2; count += 1)
    await insert(tx, "audit_chains", { ...valid.audit_chains(scene), brand_id: null });
};

const linkedTwice: Violation = async (tx, scene) => {
  const chain = valid.audit_chains(scene);
  await insert(tx, "audit_chains", chain);
  const link = {
    chain_id: chain.id,
    entry_id: newId(),
    previous: HASH,
    hash: HASH,
    digests: {},
    salts: {},
    tombstones: {},
  };
  await insert(tx, "audit_links", { ...link, sequence: 1 });
  await insert(tx, "audit_links", { ...link, sequence: 2 });
};

const finished = { finished_at: AT };
const lease = { lease_token: newId(), lease_until: AT };
const brandRow =
  (changes: Row | ((scene: Scene) => Row)): Violation =>
  (tx, scene) =>
    insert(tx, "brands", {
      id: newId(),
      slug: "new-brand",
      name: "Brand",
      identity_version: 1,
      public_page: false,
      two_step_of_members: false,
      approvals_required: 0,
      created_at: AT,
      ...(typeof changes === "function" ? changes(scene) : changes),
    });

/** Rows of tables that have no case above. */
const OWN_ROWS: Record<string, Row> = {
  accounts: { provider: "github", provider_account_id: "4711", created_at: AT },
  authenticator_apps: { sealed_secret: "sealed", last_step: 1, created_at: AT },
  recovery_codes: { code_hash: HASH, created_at: AT },
  review_comments: { id: newId(), review_id: newId(), text: "Good", created_at: AT },
  review_people: { review_id: newId(), asked: true },
};
const ERASED = {
  ...{ name: "Deleted member 7", email: "deleted-member-7", passwordHash: null, erasedAt: new Date(AT) },
  deactivatedAt: new Date(AT),
};

/** One review without a draft, or several with one. */
const reviewOf =
  (count: number): Violation =>
  async (tx, scene) => {
    if (count > 1) await insert(tx, "drafts", valid.drafts(scene));
    for (let made = 0; made < count; made += 1)
      await insert(tx, "reviews", { id: newId(), brand_id: scene.brand, author_id: scene.user, requested_at: AT });
  };

const inReview =
  (table: "review_people" | "review_comments", changes: Row): Violation =>
  (tx, { user }) =>
    insert(tx, table, { ...OWN_ROWS[table], user_id: user, ...changes });

const CASES: [constraint: string, what: string, violation: Violation][] = [
  ["hand_overs_token_unique", "two links with one digest", twice("hand_overs")],
  ["hand_overs_name_present", "a link for nobody", row("hand_overs", { name: " " })],
  ["hand_overs_expire_later", "a link that ends at its start", row("hand_overs", { expires_at: AT })],
  [
    "hand_overs_held_once_revealed",
    "a link that nobody used but is marked used",
    row("hand_overs", { revealed_at: AT }),
  ],
  ["hand_overs_held_once_revealed", "a holder who saw nothing", row("hand_overs", { holder_hash: HASH })],
  ["hand_overs_url_after_reveal", "a URL without a holder", row("hand_overs", { webhook_url: "https://x.example" })],
  ["api_keys_hash_unique", "two keys with one digest", twice("api_keys")],
  ["api_keys_name_present", "a key without a name", row("api_keys", { name: "  " })],
  ["api_keys_budget_positive", "a budget of no requests", row("api_keys", { budget_per_minute: 0 })],
  ["api_keys_scopes_check", "a key without scopes", row("api_keys", { scopes: [] })],
  ["api_keys_scopes_check", "a key with an unknown scope", row("api_keys", { scopes: ["brands:read", "all"] })],
  ["api_keys_last_four_form", "a last_four of five characters", row("api_keys", { last_four: "abcde" })],
  ["audit_chains_brand_unique", "two chains of a brand", twice("audit_chains")],
  ["audit_chains_brand_unique", "two chains of the hub", twoHubChains],
  [
    "audit_entries_append_only",
    "an edited entry",
    after("audit_entries", () => sql`update audit_entries set action = 'x'`),
  ],
  ["audit_entries_append_only", "a removed entry", after("audit_entries", () => sql`delete from audit_entries`)],
  ["audit_links_entry_unique", "an entry chained twice", linkedTwice],
  ["audit_tombstones_kind_check", "a tombstone of an unknown kind", row("audit_tombstones", { kind: "wish" })],
  ["audit_tombstones_gone_check", "a deleted log without its chain", row("audit_tombstones", { kind: "deletion" })],
  ["audit_tombstones_range_check", "dropped entries without a range", row("audit_tombstones", { kind: "retention" })],
  ["brand_versions_version_positive", "version 0", row("brand_versions", { version: 0 })],
  ["brand_versions_restores_older", "a version restored from itself", row("brand_versions", { restored_from: 2 })],
  [
    "brand_versions_restored_from_fkey",
    "a version restored from a missing one",
    row("brand_versions", { version: 9, restored_from: 8 }),
  ],
  [
    "brand_versions_immutable",
    "an edited version",
    statement(({ brand }) => sql`update brand_versions set note = 'x' where brand_id = ${brand}`),
  ],
  [
    "brand_versions_immutable",
    "a removed version",
    statement(({ brand }) => sql`delete from brand_versions where brand_id = ${brand}`),
  ],
  ["version_records_version_fkey", "a record without a version", row("version_records", { version: 9 })],
  [
    "version_records_immutable",
    "an edited record",
    after("version_records", ({ brand }) => sql`update version_records set content = '[]' where brand_id = ${brand}`),
  ],
  ["published_files_file_fkey", "a file that the brand doesn't have", row("published_files", { sha256: HASH })],
  ["brands_slug_unique", "a brand with another's slug", brandRow(({ slug }) => ({ slug }))],
  ["brands_slug_form", "a slug with capitals", brandRow({ slug: "New-Brand" })],
  ["brands_slug_form", "a slug with a double hyphen", brandRow({ slug: "new--brand" })],
  ["brands_slug_form", "a slug of 65 characters", brandRow({ slug: "a".repeat(65) })],
  ["brands_version_positive", "a brand without a version", brandRow({ identity_version: 0 })],
  ["brands_approvals_required", "a brand that requires six approvals", brandRow({ approvals_required: 6 })],
  ["reviews_draft_fkey", "a review without a draft", reviewOf(1)],
  ["reviews_brand_unique", "two reviews of a brand", reviewOf(2)],
  [
    "review_people_answer",
    "an answer of an unknown kind",
    inReview("review_people", { answer: "perhaps", revision: 1, answered_at: AT }),
  ],
  ["review_people_answered", "an answer without a draft", inReview("review_people", { answer: "approved" })],
  ["review_comments_text", "an empty comment", inReview("review_comments", { text: "" })],
  ["brands_name_present", "a brand without a name", brandRow({ name: " " })],
  [
    "brands_slug_registered_fkey",
    "a slug without a brand",
    statement(({ brand }) => sql`update brands set slug = 'unregistered' where id = ${brand}`),
  ],
  [
    "brands_slug_registered_fkey",
    "a slug of another brand",
    async (tx, { brand, other }) => {
      await tx.execute(sql`insert into brand_slugs (slug, brand_id, created_at) values ('taken', ${other}, ${AT})`);
      await tx.execute(sql`update brands set slug = 'taken' where id = ${brand}`);
    },
  ],
  [
    "brands_current_version_fkey",
    "a version without its snapshot",
    statement(({ brand }) => sql`update brands set identity_version = 2 where id = ${brand}`),
  ],
  [
    "brands_version_grows",
    "a version that skips one",
    statement(({ brand }) => sql`update brands set identity_version = 3 where id = ${brand}`),
  ],
  [
    "brands_version_grows",
    "a version that goes back",
    async (tx, scene) => {
      await insert(tx, "brand_versions", valid.brand_versions(scene));
      await insert(tx, "brand_versions", { ...valid.brand_versions(scene), version: 3 });
      await tx.execute(sql`update brands set identity_version = 2 where id = ${scene.brand}`);
      await tx.execute(sql`update brands set identity_version = 3 where id = ${scene.brand}`);
      await tx.execute(sql`update brands set identity_version = 1 where id = ${scene.brand}`);
    },
  ],
  ["deliveries_status_check", "an unknown status", row("child_context_deliveries", { status: "sending", ...finished })],
  ["deliveries_finished_check", "a finished pending delivery", row("child_context_deliveries", finished)],
  [
    "deliveries_finished_check",
    "an unfinished delivered one",
    row("child_context_deliveries", { status: "delivered" }),
  ],
  ["deliveries_lease_check", "a lease without an end", row("child_context_deliveries", { lease_token: newId() })],
  ["deliveries_lease_check", "an end without a lease", row("child_context_deliveries", { lease_until: AT })],
  [
    "deliveries_lease_pending",
    "a finished delivery under lease",
    row("child_context_deliveries", { status: "delivered", ...finished, ...lease }),
  ],
  ["deliveries_attempts_positive", "a negative number of attempts", row("child_context_deliveries", { attempts: -1 })],
  [
    "deliveries_reason_check",
    "a dead delivery without a reason",
    row("child_context_deliveries", { status: "dead", ...finished }),
  ],
  [
    "deliveries_reason_check",
    "a cancelled delivery without a reason",
    row("child_context_deliveries", { status: "cancelled", ...finished }),
  ],
  [
    "child_reads_entitlement_fkey",
    "a read by a tool without entitlement",
    row("child_reads", ({ other }) => ({ brand_id: other })),
  ],
  ["delivery_attempts_outcome", "an attempt without a result", attempt({ status_code: null })],
  ["delivery_attempts_duration", "an attempt with a negative duration", attempt({ duration_ms: -1 })],
  ["drafts_base_version_fkey", "a draft of a missing version", row("drafts", { base_version: 99 })],
  ["drafts_publish_zoned", "a scheduled publish without a time zone", row("drafts", { publish_at: AT })],
  ["drafts_failure_told", "a failed publish without a reason", row("drafts", { publish_failed_at: AT })],
  ["drafts_revision_positive", "a draft before its first save", row("drafts", { revision: 0 })],
  ["events_idempotency_unique", "a repeated idempotency key", twice("events", { type: "asset.rejected" })],
  ["events_api_version_check", "an event of version 2", row("events", { api_version: 2 })],
  ["events_v1_complete", "a version 1 event without a tool", row("events", { tool_slug: null })],
  ["events_v1_complete", "a version 1 event without a key", row("events", { idempotency_key: null })],
  ["files_brand_content_unique", "a repeated content hash in a brand", twice("files")],
  ["files_sha256_form", "an upper-case digest", row("files", { sha256: "A".repeat(64) })],
  ["files_bytes_positive", "an empty file", row("files", { bytes: 0 })],
  ["invitations_token_unique", "two invitations with one token", twice("invitations", { email: "other@example.com" })],
  [
    "invitations_open_unique",
    "two open invitations of one email",
    twice("invitations", { token_hash: "b".repeat(64) }),
  ],
  ["invitations_role_check", "an unknown role", row("invitations", { role: "api-key" })],
  ["invitations_email_lower", "an upper-case email", row("invitations", { email: "New@example.com" })],
  ["invitations_one_end", "accepted and revoked", row("invitations", { accepted_at: AT, revoked_at: AT })],
  ["account_links_token_unique", "two links with one token", twice("account_links")],
  ["account_links_kind_check", "an unknown kind", row("account_links", { kind: "sign_in" })],
  ["account_links_email_lower", "an upper-case email", row("account_links", { email: "New@example.com" })],
  ["account_links_expire_later", "a link that ends at its start", row("account_links", { expires_at: AT })],
  ["hub_settings_one_row", "a second row of a single-row table", row("hub_settings", { only: false })],
  ["passkeys_credential_unique", "a repeated passkey", twice("passkeys")],
  ["passkeys_sign_count_check", "a negative counter", row("passkeys", { sign_count: -1 })],
  ["api_requests_duration", "a request with a negative duration", row("api_requests", { duration_ms: -1 })],
  ["notices_once", "a repeated notification of one person", twice("notices")],
  [
    "notices_operator_once",
    "a repeated notification of the operator",
    async (tx, scene) => {
      const first = { ...valid.notices(scene), user_id: null };
      await insert(tx, "notices", first);
      await insert(tx, "notices", { ...first, id: newId() });
    },
  ],
  ["notices_kind_check", "an unknown kind", row("notices", { kind: "gossip" })],
  ["notices_mailed_once_told", "a mail without a notification", row("notices", { mailed: true })],
  ["operator_notices_status_check", "an unknown status", row("operator_notices", { status: "sent", ...finished })],
  ["operator_notices_finished_check", "an unfinished delivered one", row("operator_notices", { status: "delivered" })],
  ["operator_notices_lease_check", "a lease without an end", row("operator_notices", { lease_token: newId() })],
  [
    "operator_notices_lease_pending",
    "a lease on a finished one",
    row("operator_notices", { status: "dead", ...finished, ...lease }),
  ],
  ["mails_status_check", "an unknown status", row("mails", { status: "sending", sealed: null, ...finished })],
  ["mails_finished_check", "an unfinished sent mail", row("mails", { status: "sent", sealed: null })],
  ["mails_blank_once_finished", "a sent mail with content", row("mails", { status: "sent", ...finished })],
  ["mails_blank_once_finished", "a pending mail without content", row("mails", { sealed: null })],
  ["mails_lease_check", "a lease without an end", row("mails", { lease_token: newId() })],
  [
    "mails_lease_pending",
    "a lease on a sent mail",
    row("mails", { status: "sent", sealed: null, ...finished, ...lease }),
  ],
  ["mails_reason_check", "a dead mail without a reason", row("mails", { status: "dead", sealed: null, ...finished })],
  ["memberships_role_check", "an unknown role", row("memberships", { role: "api-key" })],
  [
    "memberships_keep_owner",
    "the last owner removed",
    statement(({ brand }) => sql`delete from memberships where brand_id = ${brand}`),
  ],
  [
    "memberships_keep_owner",
    "the last owner made an admin",
    statement(({ brand }) => sql`update memberships set role = 'admin' where brand_id = ${brand}`),
  ],
  ["sessions_kind_check", "an unknown kind", row("sessions", { kind: "cookie", scopes: ["read", "write"] })],
  ["sessions_token_named", "a token without a name", row("sessions", { name: null })],
  ["sessions_scopes_check", "a token without scopes", row("sessions", { scopes: [] })],
  [
    "sessions_browser_scopes",
    "a browser session with only read scope",
    row("sessions", { kind: "browser", name: null }),
  ],
  ["sessions_expire_later", "a session that ends at its start", row("sessions", { expires_at: AT })],
  [
    "subscriptions_entitlement_fkey",
    "a subscription without entitlement",
    row("subscriptions", ({ other }) => ({ brand_id: other })),
  ],
  ["subscriptions_off_has_reason", "off without a reason", row("subscriptions", { enabled: false })],
  ["subscriptions_off_has_reason", "on with a reason", row("subscriptions", { disabled_reason: "off" })],
  ["subscriptions_url_length", "no URL", row("subscriptions", { webhook_url: "" })],
  ["subscriptions_url_length", "a URL of 2,049 characters", row("subscriptions", { webhook_url: "x".repeat(2049) })],
  ["slow_receivers_timeouts_positive", "a slow receiver that never was slow", row("slow_receivers", { timeouts: 0 })],
  ["tools_slug_form", "a slug whose environment form is not unique", row("tools", { slug: "new_tool" })],
  ["tool_credentials_hash_unique", "two tokens with one digest", twice("tool_credentials")],
  [
    "tool_credentials_kind_check",
    "a credential of an unknown kind",
    row("tool_credentials", { kind: "x", token_hash: null }),
  ],
  ["tool_credentials_name_present", "a credential without a name", row("tool_credentials", { name: "  " })],
  [
    "tool_credentials_last_four_form",
    "a last_four of five characters",
    row("tool_credentials", { last_four: "abcde" }),
  ],
  ["tool_credentials_held", "a token without a digest", row("tool_credentials", { token_hash: null })],
  ["tool_credentials_held", "a secret with a digest", row("tool_credentials", { kind: "signing_secret" })],
  ["tool_credentials_held", "a sealed token", row("tool_credentials", { sealed: "x", key_id: "k" })],
  [
    "tool_credentials_held",
    "a sealed secret without its key's name",
    row("tool_credentials", { kind: "signing_secret", token_hash: null, sealed: "x" }),
  ],
  ["tools_budget_positive", "a concurrency limit of zero", row("tools", { budget_concurrent: 0 })],
  ["tools_status_check", "an unknown status", row("tools", { status: "paused" })],
  ["usage_counters_positive", "a negative number of requests", row("usage_counters", { requests: -1 })],
  ["usage_counters_positive", "a negative number of errors", row("usage_counters", { errors: -1 })],
  ["usage_counters_positive", "a negative number of refusals", row("usage_counters", { limited: -1 })],
  ["users_email_unique", "two users with one email", row("users", ({ email }) => ({ email }))],
  ["users_email_lower", "an upper-case email", row("users", { email: "New@example.com" })],
  ["users_erased_blank", "an erased account that keeps its email", row("users", { erased_at: AT, deactivated_at: AT })],
  // Erasing a person empties former_members last, because ending their memberships writes to it.
  ...OWN_TABLES.filter(({ name }) => name !== "former_members").map(({ name }): (typeof CASES)[number] => [
    `${name}_refuse_erased`,
    `a row of somebody erased in ${name}`,
    async (tx, scene) => {
      const user = await createUser(tx, ERASED);
      const whole = OWN_ROWS[name] ?? valid[name as Table](scene);
      await insert(tx, name, { ...whole, user_id: user.id });
    },
  ]),
];

/**
 * Exists only as the target of brands_slug_registered_fkey. The primary key, a part of it, is always violated first.
 */
const ONLY_A_TARGET = "brand_slugs_slug_brand_unique";
/** This trigger refuses nothing. It records ended memberships. */
const ONLY_KEEPS = "memberships_keep_former";

/** Foreign keys of small tables. Users and tools are never deleted. */
const SHORT_LISTS = [
  "api_keys_replaced_by_api_keys_id_fk",
  "audit_tombstones_chain_id_audit_chains_id_fk",
  "tool_credentials_replaced_by_tool_credentials_id_fk",
];

class Undo extends Error {}

/** The name of the violated constraint, at commit at the latest, or null. Rolls back. */
async function brokenBy(db: Database, violation: (tx: Database) => Promise<unknown>): Promise<string | null> {
  try {
    await db.transaction(async (tx) => {
      await violation(tx);
      await tx.execute(sql`set constraints all immediate`);
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return null;
    const constraint = constraintOf(error);
    if (!constraint) throw error;
    return constraint;
  }
  return null;
}

describe.each([
  ["embedded", () => createTestDatabase()],
  ["server", () => createPostgresDatabase()],
] as const)("the schema on the %s database", (_name, open) => {
  let database: OpenDatabase;
  let scene: Scene;
  beforeAll(async () => {
    database = await open();
    scene = await createScene(database.db);
  });
  afterAll(() => database.close());

  it.each(CASES)("%s refuses %s", async (constraint, _what, violation) => {
    expect(await brokenBy(database.db, (tx) => violation(tx, scene))).toBe(constraint);
  });

  it.each(Object.keys(valid) as Table[])("accepts a valid row of %s", async (table) => {
    expect(await brokenBy(database.db, (tx) => insert(tx, table, valid[table](scene)))).toBeNull();
  });

  it("has a test case for every check, unique constraint, named reference and trigger", async () => {
    const rows = await rowsOf<{ name: string }>(
      database.db,
      sql`
      select conname::text as name from pg_constraint
      where connamespace = 'public'::regnamespace and (contype in ('c', 'u', 'x', 't') or contype = 'f' and conname !~ '_fk$')
      union
      select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and i.indisunique and not i.indisprimary
      union
      select t.tgname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
    );
    const named = new Set(rows.map(({ name }) => name));
    expect(named).toEqual(new Set([...CASES.map(([constraint]) => constraint), ONLY_A_TARGET, ONLY_KEEPS]));
  });

  it("has an index for every foreign key that a deletion follows, except of short tables", async () => {
    const rows = await rowsOf<{ name: string }>(
      database.db,
      sql`
      select conname::text as name from pg_constraint f
      where connamespace = 'public'::regnamespace and contype = 'f'
        and confrelid not in ('users'::regclass, 'tools'::regclass) and not exists (
        select 1 from pg_index i where i.indrelid = f.conrelid and i.indkey[0] = any(f.conkey))
      order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(SHORT_LISTS);
  });
});
