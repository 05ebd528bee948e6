import { readFileSync } from "node:fs";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import * as schema from "@/db/schema";
import { exportedLists } from "@/lib/access/people/exported-lists";

const tables = Object.values(schema).filter((candidate) => is(candidate, PgTable));

/** Columns that reference a user, by `table.column`, and whether the row is deleted with them. */
const columns = tables.flatMap((table) =>
  getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns: own, foreignTable } = key.reference();
    if (foreignTable !== schema.users) return [];
    return own.map(({ name }) => ({ name: `${getTableName(table)}.${name}`, own: key.onDelete === "cascade" }));
  }),
);

/** The list in a person's export that contains each. A new table needs one (lib/access/people/exported-lists.ts). */
const EXPORTED: Record<string, string> = {
  "account_links.user_id": "account_links",
  "accounts.user_id": "providers",
  "api_keys.created_by": "api_keys_issued",
  "api_requests.user_id": "api_requests",
  "authenticator_apps.user_id": "authenticator_apps",
  "brand_versions.author_id": "versions_published",
  "brand_deletions.asked_by": "brand_deletions_asked",
  "draft_presences.user_id": "drafts_open",
  "drafts.user_id": "drafts",
  "entitlements.granted_by": "tools_granted",
  "files.uploaded_by": "files_uploaded",
  "former_members.user_id": "former_memberships",
  "hand_overs.created_by": "hand_overs_made",
  "invitations.invited_by": "invitations_made",
  "memberships.user_id": "memberships",
  "notices.user_id": "notices",
  "passkeys.user_id": "passkeys",
  "recovery_codes.user_id": "recovery_codes",
  "review_comments.user_id": "review_comments",
  "review_people.user_id": "reviews_answered",
  "sessions.user_id": "sessions",
  "tool_credentials.created_by": "tool_credentials_made",
};

/** Rows that outlive an erased person, under their pseudonym: what they did for a brand. All others are deleted. */
const STAY = [
  "api_keys.created_by",
  "api_requests.user_id",
  "brand_versions.author_id",
  "brand_deletions.asked_by",
  "entitlements.granted_by",
  "files.uploaded_by",
  "hand_overs.created_by",
  "invitations.invited_by",
  "tool_credentials.created_by",
];

/** Describes every text or JSON column that can identify a person, an address or a browser. */
const documented = readFileSync("docs/personal-data.md", "utf8");

/** Tables without personal data, and why. */
const NOTHING: Record<string, readonly string[]> = {
  "It holds hashes, digests and ids.": [
    "audit_chains",
    "audit_checkpoints",
    "audit_links",
    "published_files",
    "spent_tokens",
  ],
  "It is about the hub.": ["hub_settings", "signing_keys"],
  "It is about brands and tools.": [
    "brand_slugs",
    "child_reads",
    "operator_notices",
    "slow_receivers",
    "subscriptions",
    "tools",
    "usage_counters",
  ],
};

const exported = exportedLists({ id: "", email: "", emailVerifiedAt: null });

describe("a column with personal data", () => {
  it("is in the person's export", () => {
    expect(columns.map(({ name }) => name).toSorted()).toEqual(Object.keys(EXPORTED).toSorted());
    const tableOf = (column: string) => {
      const table = exported[EXPORTED[column] ?? ""]?.table;
      return table && getTableName(table);
    };
    for (const { name } of columns) expect(name).toBe(`${tableOf(name)}.${name.split(".")[1]}`);
  });

  it("is listed in docs/personal-data.md, in the order of the file", () => {
    const told = /then lists, each the oldest first: ([^;]+);/.exec(documented)?.[1] ?? "";
    expect(Array.from(told.matchAll(/`(\w+)`/g), ([, list]) => list)).toEqual(Object.keys(exported));
  });

  it("is erased or pseudonymised with the person", () => {
    const staying = columns.filter(({ own }) => !own).map(({ name }) => name);
    expect(staying.toSorted()).toEqual(STAY.toSorted());
  });

  it("is declared for every table", () => {
    const names = tables.map((table) => getTableName(table));
    const silent = names.filter((name) => !documented.includes(`\`${name}\``) && !documented.includes(`\`${name}.`));
    expect(silent.toSorted()).toEqual(Object.values(NOTHING).flat().toSorted());
  });
});
