CREATE SEQUENCE "public"."deleted_members" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_links_kind_check" CHECK ("account_links"."kind" in ('reset_password', 'verify_email', 'change_email', 'undo_email_change')),
	CONSTRAINT "account_links_email_lower" CHECK ("account_links"."email" = lower("account_links"."email")),
	CONSTRAINT "account_links_expire_later" CHECK ("account_links"."expires_at" > "account_links"."created_at")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_pkey" PRIMARY KEY("provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "authenticator_apps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "former_members" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_members_pkey" PRIMARY KEY("brand_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_sign_count_check" CHECK ("passkeys"."sign_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" char(64) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recovery_codes_pkey" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"user_agent" text,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"scopes" text[] DEFAULT '{read,write}'::text[] NOT NULL,
	"proved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"new_browser" boolean DEFAULT false NOT NULL,
	"proof_hash" text,
	"strong" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sessions_kind_check" CHECK ("sessions"."kind" in ('browser', 'token')),
	CONSTRAINT "sessions_token_named" CHECK ("sessions"."kind" <> 'token' or "sessions"."name" is not null),
	CONSTRAINT "sessions_scopes_check" CHECK ("sessions"."scopes" in ('{read}', '{read,write}')),
	CONSTRAINT "sessions_browser_scopes" CHECK ("sessions"."kind" = 'token' or 'write' = any("sessions"."scopes")),
	CONSTRAINT "sessions_expire_later" CHECK ("sessions"."expires_at" > "sessions"."created_at")
);
--> statement-breakpoint
CREATE TABLE "spent_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"hub_admin" boolean DEFAULT false NOT NULL,
	"active_brand_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"deactivated_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"muted_notices" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_erased_blank" CHECK ("users"."erased_at" is null or ("users"."name" ~ '^Deleted member [0-9]+$' and "users"."email" ~ '^deleted-member-[0-9]+$'
        and "users"."password_hash" is null and "users"."email_verified_at" is null and not "users"."hub_admin"
        and "users"."deactivated_at" is not null and "users"."active_brand_id" is null))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" char(64) NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by" uuid,
	"budget_per_minute" integer,
	"budget_concurrent" integer,
	"scopes" text[] DEFAULT '{brands:read,events:write}'::text[] NOT NULL,
	CONSTRAINT "api_keys_budget_positive" CHECK ("api_keys"."budget_per_minute" >= 1 and "api_keys"."budget_concurrent" >= 1),
	CONSTRAINT "api_keys_scopes_check" CHECK ("api_keys"."scopes" <@ '{brands:read,events:write,identity:read}' and cardinality("api_keys"."scopes") >= 1),
	CONSTRAINT "api_keys_name_present" CHECK (length(trim("api_keys"."name")) between 1 and 100),
	CONSTRAINT "api_keys_last_four_form" CHECK (length("api_keys"."last_four") = 4)
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"operation" text NOT NULL,
	"brand_id" uuid,
	"credential" text NOT NULL,
	"api_key_id" uuid,
	"tool_slug" text,
	"user_id" uuid,
	"status" smallint NOT NULL,
	"error_code" text,
	"duration_ms" real NOT NULL,
	CONSTRAINT "api_requests_duration" CHECK ("api_requests"."duration_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "usage_counters" (
	"brand_id" uuid NOT NULL,
	"credential" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"limited" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_counters_pkey" PRIMARY KEY("brand_id","credential","hour"),
	CONSTRAINT "usage_counters_positive" CHECK ("usage_counters"."requests" >= 0 and "usage_counters"."errors" >= 0 and "usage_counters"."limited" >= 0)
);
--> statement-breakpoint
CREATE TABLE "audit_chains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid,
	"head_sequence" integer NOT NULL,
	"head_hash" char(64) NOT NULL,
	"checkpoint_sequence" integer NOT NULL,
	"checkpoint_key" text,
	"checkpoint_at" timestamp (3) with time zone,
	CONSTRAINT "audit_chains_brand_unique" UNIQUE NULLS NOT DISTINCT("brand_id")
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoints" (
	"chain_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"key_id" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_checkpoints_chain_id_sequence_key_id_pk" PRIMARY KEY("chain_id","sequence","key_id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_label" text NOT NULL,
	"action" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"target_label" text NOT NULL,
	"diff" jsonb,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"chained" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_links" (
	"chain_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"entry_id" uuid NOT NULL,
	"previous" char(64) NOT NULL,
	"hash" char(64) NOT NULL,
	"digests" jsonb NOT NULL,
	"salts" jsonb NOT NULL,
	"tombstones" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_links_chain_id_sequence_pk" PRIMARY KEY("chain_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "audit_tombstones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"chain_id" uuid,
	"up_to" integer,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"gone_chain_id" uuid,
	CONSTRAINT "audit_tombstones_kind_check" CHECK ("audit_tombstones"."kind" in ('erasure', 'retention', 'deletion')),
	CONSTRAINT "audit_tombstones_gone_check" CHECK (("audit_tombstones"."kind" = 'deletion') = ("audit_tombstones"."gone_chain_id" is not null)),
	CONSTRAINT "audit_tombstones_range_check" CHECK (("audit_tombstones"."kind" = 'retention') = ("audit_tombstones"."chain_id" is not null and "audit_tombstones"."up_to" is not null))
);
--> statement-breakpoint
CREATE TABLE "brand_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "brand_slugs_slug_brand_unique" UNIQUE("slug","brand_id")
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"identity_version" integer NOT NULL,
	"public_page" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"two_step_of_members" boolean DEFAULT false NOT NULL,
	"approvals_required" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "brands_slug_form" CHECK ("brands"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("brands"."slug") <= 64),
	CONSTRAINT "brands_approvals_required" CHECK ("brands"."approvals_required" between 0 and 5),
	CONSTRAINT "brands_version_positive" CHECK ("brands"."identity_version" >= 1),
	CONSTRAINT "brands_name_present" CHECK (length(trim("brands"."name")) between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "brand_deletions" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"mailed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "invitations_role_check" CHECK ("invitations"."role" in ('owner', 'admin', 'editor', 'viewer')),
	CONSTRAINT "invitations_email_lower" CHECK ("invitations"."email" = lower("invitations"."email")),
	CONSTRAINT "invitations_one_end" CHECK ("invitations"."accepted_at" is null or "invitations"."revoked_at" is null)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_pkey" PRIMARY KEY("brand_id","user_id"),
	CONSTRAINT "memberships_role_check" CHECK ("memberships"."role" in ('owner', 'admin', 'editor', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "hub_settings" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"two_step_of_admins" boolean DEFAULT false NOT NULL,
	"files_kept_until" timestamp (3) with time zone,
	"file_store" text,
	"file_store_seen_at" timestamp (3) with time zone,
	CONSTRAINT "hub_settings_one_row" CHECK ("hub_settings"."only")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"sealed" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "mails_status_check" CHECK ("mails"."status" in ('pending', 'sent', 'dead')),
	CONSTRAINT "mails_finished_check" CHECK (("mails"."status" = 'pending') = ("mails"."finished_at" is null)),
	CONSTRAINT "mails_blank_once_finished" CHECK (("mails"."status" = 'pending') = ("mails"."sealed" is not null)),
	CONSTRAINT "mails_lease_check" CHECK (("mails"."lease_token" is null) = ("mails"."lease_until" is null)),
	CONSTRAINT "mails_lease_pending" CHECK ("mails"."lease_token" is null or "mails"."status" = 'pending'),
	CONSTRAINT "mails_reason_check" CHECK ("mails"."status" <> 'dead' or "mails"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"occurrence" text NOT NULL,
	"topic" text NOT NULL,
	"brand_id" uuid,
	"tool_slug" text,
	"api_key_id" uuid,
	"entry_id" uuid,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"mailed" boolean DEFAULT false NOT NULL,
	"credential_id" uuid,
	CONSTRAINT "notices_once" UNIQUE("occurrence","user_id"),
	CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('endpoint_failing', 'endpoint_off', 'key_expiring', 'credential_expiring', 'new_manager', 'publish_failed', 'review_requested', 'review_answered', 'review_commented')),
	CONSTRAINT "notices_mailed_once_told" CHECK ("notices"."told_at" is not null or not "notices"."mailed")
);
--> statement-breakpoint
CREATE TABLE "operator_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "operator_notices_status_check" CHECK ("operator_notices"."status" in ('pending', 'delivered', 'dead')),
	CONSTRAINT "operator_notices_finished_check" CHECK (("operator_notices"."status" = 'pending') = ("operator_notices"."finished_at" is null)),
	CONSTRAINT "operator_notices_lease_check" CHECK (("operator_notices"."lease_token" is null) = ("operator_notices"."lease_until" is null)),
	CONSTRAINT "operator_notices_lease_pending" CHECK ("operator_notices"."lease_token" is null or "operator_notices"."status" = 'pending')
);
--> statement-breakpoint
CREATE TABLE "child_reads" (
	"brand_id" uuid NOT NULL,
	"tool_slug" text NOT NULL,
	"version" integer NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "child_reads_pkey" PRIMARY KEY("brand_id","tool_slug")
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"brand_id" uuid NOT NULL,
	"tool_slug" text NOT NULL,
	"granted_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entitlements_pkey" PRIMARY KEY("brand_id","tool_slug")
);
--> statement-breakpoint
CREATE TABLE "hand_overs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tool_slug" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"revealed_at" timestamp (3) with time zone,
	"holder_hash" char(64),
	"app_token_id" uuid,
	"signing_secret_id" uuid,
	"webhook_url" text,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "hand_overs_name_present" CHECK (length(trim("hand_overs"."name")) between 1 and 100),
	CONSTRAINT "hand_overs_expire_later" CHECK ("hand_overs"."expires_at" > "hand_overs"."created_at"),
	CONSTRAINT "hand_overs_held_once_revealed" CHECK (("hand_overs"."revealed_at" is null) = ("hand_overs"."holder_hash" is null)),
	CONSTRAINT "hand_overs_url_after_reveal" CHECK ("hand_overs"."webhook_url" is null or "hand_overs"."revealed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "tool_credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tool_slug" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" char(64),
	"sealed" text,
	"key_id" text,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by" uuid,
	CONSTRAINT "tool_credentials_kind_check" CHECK ("tool_credentials"."kind" in ('app_token', 'signing_secret')),
	CONSTRAINT "tool_credentials_name_present" CHECK (length(trim("tool_credentials"."name")) between 1 and 100),
	CONSTRAINT "tool_credentials_last_four_form" CHECK (length("tool_credentials"."last_four") = 4),
	CONSTRAINT "tool_credentials_held" CHECK (("tool_credentials"."kind" = 'app_token') = ("tool_credentials"."token_hash" is not null) and ("tool_credentials"."sealed" is null) = ("tool_credentials"."key_id" is null) and ("tool_credentials"."token_hash" is null or "tool_credentials"."sealed" is null))
);
--> statement-breakpoint
CREATE TABLE "tools" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"default_webhook_url" text,
	"connect_url" text,
	"event_patterns" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"budget_per_minute" integer,
	"budget_concurrent" integer,
	"own_credentials_only" boolean DEFAULT false NOT NULL,
	"initiate_login_url" text,
	"entitlement_webhooks" boolean DEFAULT false NOT NULL,
	CONSTRAINT "tools_budget_positive" CHECK ("tools"."budget_per_minute" >= 1 and "tools"."budget_concurrent" >= 1),
	CONSTRAINT "tools_slug_form" CHECK ("tools"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("tools"."slug") <= 64),
	CONSTRAINT "tools_status_check" CHECK ("tools"."status" in ('active', 'beta', 'maintenance', 'deprecated', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "brand_versions" (
	"brand_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"changed" text[] NOT NULL,
	"note" text,
	"author_id" uuid,
	"restored_from" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "brand_versions_pkey" PRIMARY KEY("brand_id","version"),
	CONSTRAINT "brand_versions_version_positive" CHECK ("brand_versions"."version" >= 1),
	CONSTRAINT "brand_versions_restores_older" CHECK ("brand_versions"."restored_from" < "brand_versions"."version")
);
--> statement-breakpoint
CREATE TABLE "draft_presences" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"page" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "draft_presences_pkey" PRIMARY KEY("brand_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"base_version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"publish_zone" text,
	"publish_note" text,
	"publish_failed_at" timestamp (3) with time zone,
	"publish_failure" text,
	"publish_sid" uuid,
	"publish_strong" boolean,
	"publish_revoked_at" timestamp (3) with time zone,
	CONSTRAINT "drafts_pkey" PRIMARY KEY("brand_id","user_id"),
	CONSTRAINT "drafts_revision_positive" CHECK ("drafts"."revision" >= 1),
	CONSTRAINT "drafts_publish_zoned" CHECK (("drafts"."publish_at" is null) = ("drafts"."publish_zone" is null)),
	CONSTRAINT "drafts_failure_told" CHECK (("drafts"."publish_failed_at" is null) = ("drafts"."publish_failure" is null))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"sha256" char(64) NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"unused_since" timestamp (3) with time zone,
	"look_at" timestamp (3) with time zone DEFAULT now(),
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "files_brand_content_unique" UNIQUE("brand_id","sha256"),
	CONSTRAINT "files_sha256_form" CHECK ("files"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "files_bytes_positive" CHECK ("files"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "review_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"path" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "review_comments_text" CHECK (length("review_comments"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "review_people" (
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"asked" boolean NOT NULL,
	"answer" text,
	"revision" integer,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "review_people_pkey" PRIMARY KEY("review_id","user_id"),
	CONSTRAINT "review_people_answer" CHECK ("review_people"."answer" in ('approved', 'changes_asked')),
	CONSTRAINT "review_people_answered" CHECK (("review_people"."answer" is null) = ("review_people"."revision" is null) and ("review_people"."answer" is null) = ("review_people"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"note" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reviews_brand_unique" UNIQUE("brand_id")
);
--> statement-breakpoint
CREATE TABLE "child_context_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"tool_slug" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"body_removed_at" timestamp (3) with time zone,
	"event_id" uuid,
	"replays" integer DEFAULT 0 NOT NULL,
	"webhook_url" text,
	CONSTRAINT "deliveries_status_check" CHECK ("child_context_deliveries"."status" in ('pending', 'delivered', 'dead', 'cancelled')),
	CONSTRAINT "deliveries_finished_check" CHECK (("child_context_deliveries"."status" = 'pending') = ("child_context_deliveries"."finished_at" is null)),
	CONSTRAINT "deliveries_lease_check" CHECK (("child_context_deliveries"."lease_token" is null) = ("child_context_deliveries"."lease_until" is null)),
	CONSTRAINT "deliveries_lease_pending" CHECK ("child_context_deliveries"."lease_token" is null or "child_context_deliveries"."status" = 'pending'),
	CONSTRAINT "deliveries_attempts_positive" CHECK ("child_context_deliveries"."attempts" >= 0),
	CONSTRAINT "deliveries_reason_check" CHECK ("child_context_deliveries"."status" not in ('dead', 'cancelled') or "child_context_deliveries"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"webhook_url" text NOT NULL,
	"status_code" integer,
	"error_class" text,
	"response_excerpt" text DEFAULT '' NOT NULL,
	CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY("delivery_id","attempt"),
	CONSTRAINT "delivery_attempts_outcome" CHECK ("delivery_attempts"."status_code" is not null or "delivery_attempts"."error_class" is not null),
	CONSTRAINT "delivery_attempts_duration" CHECK ("delivery_attempts"."duration_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"api_version" smallint NOT NULL,
	"tool_slug" text,
	"api_key_id" uuid,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"idempotency_key" text,
	"trace_id" text,
	"duplicates" integer DEFAULT 0 NOT NULL,
	"payload_removed_at" timestamp (3) with time zone,
	CONSTRAINT "events_idempotency_unique" UNIQUE("tool_slug","brand_id","idempotency_key"),
	CONSTRAINT "events_api_version_check" CHECK ("events"."api_version" in (0, 1)),
	CONSTRAINT "events_v1_complete" CHECK ("events"."api_version" = 0 or ("events"."tool_slug" is not null and "events"."idempotency_key" is not null))
);
--> statement-breakpoint
CREATE TABLE "slow_receivers" (
	"tool_slug" text NOT NULL,
	"host" text NOT NULL,
	"timeouts" integer NOT NULL,
	"probe_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "slow_receivers_pkey" PRIMARY KEY("tool_slug","host"),
	CONSTRAINT "slow_receivers_timeouts_positive" CHECK ("slow_receivers"."timeouts" > 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"brand_id" uuid NOT NULL,
	"tool_slug" text NOT NULL,
	"webhook_url" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"last_served_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_pkey" PRIMARY KEY("brand_id","tool_slug"),
	CONSTRAINT "subscriptions_off_has_reason" CHECK ("subscriptions"."enabled" = ("subscriptions"."disabled_reason" is null)),
	CONSTRAINT "subscriptions_url_length" CHECK (length("subscriptions"."webhook_url") between 1 and 2048)
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_active_brand_id_brands_id_fk" FOREIGN KEY ("active_brand_id") REFERENCES "public"."brands"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_api_keys_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_requests" ADD CONSTRAINT "api_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD CONSTRAINT "usage_counters_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_chains" ADD CONSTRAINT "audit_chains_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD CONSTRAINT "audit_checkpoints_chain_id_audit_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."audit_chains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_links" ADD CONSTRAINT "audit_links_chain_id_audit_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."audit_chains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_tombstones" ADD CONSTRAINT "audit_tombstones_chain_id_audit_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."audit_chains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_slugs" ADD CONSTRAINT "brand_slugs_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_deletions" ADD CONSTRAINT "brand_deletions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_deletions" ADD CONSTRAINT "brand_deletions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_credential_id_tool_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."tool_credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_reads" ADD CONSTRAINT "child_reads_entitlement_fkey" FOREIGN KEY ("brand_id","tool_slug") REFERENCES "public"."entitlements"("brand_id","tool_slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_app_token_id_tool_credentials_id_fk" FOREIGN KEY ("app_token_id") REFERENCES "public"."tool_credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_signing_secret_id_tool_credentials_id_fk" FOREIGN KEY ("signing_secret_id") REFERENCES "public"."tool_credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_credentials" ADD CONSTRAINT "tool_credentials_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_credentials" ADD CONSTRAINT "tool_credentials_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_credentials" ADD CONSTRAINT "tool_credentials_replaced_by_tool_credentials_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."tool_credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_versions" ADD CONSTRAINT "brand_versions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_versions" ADD CONSTRAINT "brand_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_versions" ADD CONSTRAINT "brand_versions_restored_from_fkey" FOREIGN KEY ("brand_id","restored_from") REFERENCES "public"."brand_versions"("brand_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_presences" ADD CONSTRAINT "draft_presences_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_presences" ADD CONSTRAINT "draft_presences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_base_version_fkey" FOREIGN KEY ("brand_id","base_version") REFERENCES "public"."brand_versions"("brand_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_comments" ADD CONSTRAINT "review_comments_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_comments" ADD CONSTRAINT "review_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_people" ADD CONSTRAINT "review_people_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_people" ADD CONSTRAINT "review_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_draft_fkey" FOREIGN KEY ("brand_id","author_id") REFERENCES "public"."drafts"("brand_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_context_deliveries" ADD CONSTRAINT "child_context_deliveries_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_context_deliveries" ADD CONSTRAINT "child_context_deliveries_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_child_context_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."child_context_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slow_receivers" ADD CONSTRAINT "slow_receivers_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_entitlement_fkey" FOREIGN KEY ("brand_id","tool_slug") REFERENCES "public"."entitlements"("brand_id","tool_slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_token_unique" ON "account_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "account_links_user_idx" ON "account_links" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "account_links_expiry_idx" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "accounts_user_idx" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "former_members_user_idx" ON "former_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_unique" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_ended_idx" ON "sessions" USING btree (least("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "spent_tokens_expiry_idx" ON "spent_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_hub_admin_idx" ON "users" USING btree ("id") WHERE "users"."hub_admin";--> statement-breakpoint
CREATE INDEX "users_active_brand_idx" ON "users" USING btree ("active_brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_unique" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_brand_idx" ON "api_keys" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_expiring_idx" ON "api_keys" USING btree ("expires_at") WHERE "api_keys"."revoked_at" is null and "api_keys"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "api_requests_brand_idx" ON "api_requests" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "api_requests_request_id_idx" ON "api_requests" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "api_requests_failed_idx" ON "api_requests" USING btree ("brand_id","id") WHERE "api_requests"."status" >= 400;--> statement-breakpoint
CREATE INDEX "api_requests_user_idx" ON "api_requests" USING btree ("user_id","id") WHERE "api_requests"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "usage_counters_hour_idx" ON "usage_counters" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "audit_entries_brand_idx" ON "audit_entries" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_address_idx" ON "audit_entries" USING btree ("created_at") WHERE "audit_entries"."address" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_unchained_idx" ON "audit_entries" USING btree ("brand_id","created_at","id") WHERE not "audit_entries"."chained";--> statement-breakpoint
CREATE INDEX "audit_entries_told_idx" ON "audit_entries" USING btree ("created_at") WHERE "audit_entries"."action" in ('subscription.disabled', 'member.role_changed', 'member.joined_by_claim', 'invitation.accepted', 'brand.transferred');--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_target_idx" ON "audit_entries" USING btree ("target_id","created_at") WHERE "audit_entries"."brand_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_links_entry_unique" ON "audit_links" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "brand_slugs_brand_idx" ON "brand_slugs" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "brands_slug_unique" ON "brands" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "brands_archived_idx" ON "brands" USING btree ("archived_at") WHERE "brands"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "brands_name_idx" ON "brands" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "brand_deletions_due_idx" ON "brand_deletions" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_unique" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_unique" ON "invitations" USING btree ("brand_id","email") WHERE "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_ended_idx" ON "invitations" USING btree (least("accepted_at", "revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "invitations_brand_idx" ON "invitations" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "memberships_user_idx" ON "memberships" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_due_idx" ON "mails" USING btree ("due_at") WHERE "mails"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_finished_idx" ON "mails" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "mails_recipient_idx" ON "mails" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_operator_once" ON "notices" USING btree ("occurrence") WHERE "notices"."user_id" is null;--> statement-breakpoint
CREATE INDEX "notices_untold_idx" ON "notices" USING btree ("user_id") WHERE "notices"."told_at" is null;--> statement-breakpoint
CREATE INDEX "notices_told_idx" ON "notices" USING btree ("user_id","kind","topic","told_at");--> statement-breakpoint
CREATE INDEX "notices_user_idx" ON "notices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notices_brand_idx" ON "notices" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "notices_key_idx" ON "notices" USING btree ("api_key_id") WHERE "notices"."api_key_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_credential_idx" ON "notices" USING btree ("credential_id") WHERE "notices"."credential_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_created_idx" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operator_notices_due_idx" ON "operator_notices" USING btree ("due_at") WHERE "operator_notices"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "operator_notices_created_idx" ON "operator_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "entitlements_of_tool_idx" ON "entitlements" USING btree ("tool_slug","brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hand_overs_token_unique" ON "hand_overs" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "hand_overs_tool_idx" ON "hand_overs" USING btree ("tool_slug","created_at");--> statement-breakpoint
CREATE INDEX "hand_overs_expiry_idx" ON "hand_overs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "hand_overs_app_token_idx" ON "hand_overs" USING btree ("app_token_id") WHERE app_token_id is not null;--> statement-breakpoint
CREATE INDEX "hand_overs_signing_secret_idx" ON "hand_overs" USING btree ("signing_secret_id") WHERE signing_secret_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_credentials_hash_unique" ON "tool_credentials" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tool_credentials_tool_idx" ON "tool_credentials" USING btree ("tool_slug","created_at");--> statement-breakpoint
CREATE INDEX "tool_credentials_sealed_idx" ON "tool_credentials" USING btree ("tool_slug") WHERE sealed is not null;--> statement-breakpoint
CREATE INDEX "tool_credentials_working_idx" ON "tool_credentials" USING btree ("tool_slug","kind",coalesce("expires_at", 'infinity'::timestamptz)) WHERE "tool_credentials"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "tool_credentials_expiring_idx" ON "tool_credentials" USING btree ("expires_at") WHERE "tool_credentials"."revoked_at" is null and "tool_credentials"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "brand_versions_maker_idx" ON "brand_versions" USING btree ("author_id") WHERE "brand_versions"."version" = 1;--> statement-breakpoint
CREATE INDEX "draft_presences_seen_at" ON "draft_presences" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "drafts_publish_at_idx" ON "drafts" USING btree ("publish_at") WHERE "drafts"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX "files_look_idx" ON "files" USING btree ("look_at");--> statement-breakpoint
CREATE INDEX "review_comments_review_idx" ON "review_comments" USING btree ("review_id","created_at");--> statement-breakpoint
CREATE INDEX "review_comments_user_idx" ON "review_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_people_user_idx" ON "review_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deliveries_due_idx" ON "child_context_deliveries" USING btree ("brand_id","tool_slug","due_at") WHERE "child_context_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_waiting_idx" ON "child_context_deliveries" USING btree ("tool_slug","due_at") WHERE "child_context_deliveries"."status" = 'pending' and "child_context_deliveries"."lease_token" is null and "child_context_deliveries"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_turns_idx" ON "child_context_deliveries" USING btree ("tool_slug","brand_id","due_at") WHERE "child_context_deliveries"."status" = 'pending' and "child_context_deliveries"."lease_token" is null and "child_context_deliveries"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_tests_idx" ON "child_context_deliveries" USING btree ("due_at") WHERE "child_context_deliveries"."status" = 'pending' and "child_context_deliveries"."type" = 'hub.test';--> statement-breakpoint
CREATE INDEX "deliveries_own_url_idx" ON "child_context_deliveries" USING btree ("due_at") WHERE "child_context_deliveries"."status" = 'pending' and "child_context_deliveries"."webhook_url" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_leased_idx" ON "child_context_deliveries" USING btree ("brand_id","tool_slug","lease_until") WHERE "child_context_deliveries"."lease_token" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_brand_created_idx" ON "child_context_deliveries" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_brand_status_idx" ON "child_context_deliveries" USING btree ("brand_id","status","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_undelivered_idx" ON "child_context_deliveries" USING btree ("brand_id","tool_slug","finished_at") WHERE "child_context_deliveries"."status" in ('dead', 'cancelled') and "child_context_deliveries"."body_removed_at" is null and "child_context_deliveries"."type" <> 'hub.test';--> statement-breakpoint
CREATE INDEX "deliveries_body_idx" ON "child_context_deliveries" USING btree ("finished_at") WHERE "child_context_deliveries"."status" <> 'pending' and "child_context_deliveries"."body_removed_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_event_idx" ON "child_context_deliveries" USING btree ("event_id") WHERE "child_context_deliveries"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_over_idx" ON "child_context_deliveries" USING btree ("finished_at") WHERE "child_context_deliveries"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_tool_created_idx" ON "child_context_deliveries" USING btree ("tool_slug","created_at");--> statement-breakpoint
CREATE INDEX "events_api_key_idx" ON "events" USING btree ("api_key_id") WHERE "events"."api_key_id" is not null;--> statement-breakpoint
CREATE INDEX "events_brand_received_idx" ON "events" USING btree ("brand_id","received_at");--> statement-breakpoint
CREATE INDEX "events_payload_idx" ON "events" USING btree ("received_at") WHERE "events"."payload_removed_at" is null;--> statement-breakpoint
CREATE INDEX "events_brand_trace_idx" ON "events" USING btree ("brand_id","trace_id","received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_failing_idx" ON "subscriptions" USING btree ("failing_since") WHERE "subscriptions"."enabled" and "subscriptions"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_tool_idx" ON "subscriptions" USING btree ("tool_slug");--> statement-breakpoint
CREATE INDEX "subscriptions_turn_idx" ON "subscriptions" USING btree ("tool_slug",coalesce("last_served_at", "created_at")) WHERE "subscriptions"."enabled";--> statement-breakpoint
CREATE INDEX "subscriptions_trouble_idx" ON "subscriptions" USING btree ("tool_slug") WHERE "subscriptions"."failing_since" is not null or not "subscriptions"."enabled";
--> statement-breakpoint
-- What the schema language cannot say: circular references that are checked at commit, and rules over time.

-- The current slug of a brand is one of the slugs that lead to it, so two brands never share one, former slugs included.
ALTER TABLE "brands" ADD CONSTRAINT "brands_slug_registered_fkey"
  FOREIGN KEY ("slug", "id") REFERENCES "brand_slugs" ("slug", "brand_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- The current version of a brand has its snapshot.
ALTER TABLE "brands" ADD CONSTRAINT "brands_current_version_fkey"
  FOREIGN KEY ("id", "identity_version") REFERENCES "brand_versions" ("brand_id", "version") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- A published version goes with its brand alone.
CREATE FUNCTION "refuse_snapshot_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('hub.brand_deletion', true) = OLD.brand_id::text THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a published version never changes'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'brand_versions_immutable', TABLE = 'brand_versions';
END $$;
--> statement-breakpoint
CREATE TRIGGER "brand_versions_immutable" BEFORE UPDATE OR DELETE ON "brand_versions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_snapshot_change"();
--> statement-breakpoint
CREATE FUNCTION "refuse_version_decrease"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'identity_version only grows, by one'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'brands_version_grows', TABLE = 'brands';
END $$;
--> statement-breakpoint
CREATE TRIGGER "brands_version_grows" BEFORE UPDATE OF "identity_version" ON "brands"
  FOR EACH ROW WHEN (NEW.identity_version <> OLD.identity_version AND NEW.identity_version <> OLD.identity_version + 1)
  EXECUTE FUNCTION "refuse_version_decrease"();
--> statement-breakpoint
-- A brand that is to be deleted may be left by its last owner. The row lock makes two owners who step down at the same time wait for one another.
CREATE FUNCTION "require_brand_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM brands WHERE id = OLD.brand_id FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT 1 FROM memberships WHERE brand_id = OLD.brand_id AND role = 'owner')
    AND NOT EXISTS (SELECT 1 FROM brand_deletions WHERE brand_id = OLD.brand_id) THEN
    RAISE EXCEPTION 'a brand keeps at least one owner'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_owner', TABLE = 'memberships';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "memberships_keep_owner" AFTER UPDATE OR DELETE ON "memberships"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_brand_owner"();
--> statement-breakpoint
-- Entries stay as they were written, but for the mark that they are chained; what a person may have erased, and what is too old to be kept, only in a transaction that says so.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed text := coalesce(current_setting('hub.audit_change', true), '');
  personal text[] := ARRAY['actor_label', 'target_label', 'diff', 'address'];
BEGIN
  IF TG_OP = 'DELETE' AND allowed = 'retention' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.chained AND to_jsonb(NEW) - 'chained' = to_jsonb(OLD) - 'chained' THEN
      RETURN NEW;
    END IF;
    IF allowed = 'erasure' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_entries_append_only', TABLE = 'audit_entries';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
-- Whatever ends a membership. Not for a brand or user that is being deleted.
CREATE FUNCTION "keep_former_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_members (brand_id, user_id)
    SELECT b.id, u.id FROM brands b, users u WHERE b.id = OLD.brand_id AND u.id = OLD.user_id
    ON CONFLICT (brand_id, user_id) DO UPDATE SET ended_at = excluded.ended_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "memberships_keep_former" AFTER DELETE ON "memberships"
  FOR EACH ROW EXECUTE FUNCTION "keep_former_member"();
--> statement-breakpoint
-- Whatever was under way when an account was erased writes nothing that is the person's own: it waits for the erasure, as its foreign key would, and fails.
-- Not of former_members, which the end of a membership writes, and which erasing empties after that.
CREATE FUNCTION "refuse_erased_user"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased timestamptz;
BEGIN
  SELECT erased_at INTO erased FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  IF erased IS NOT NULL THEN
    RAISE EXCEPTION 'an erased account has nothing of its own'
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "account_links_refuse_erased" BEFORE INSERT ON "account_links" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "accounts_refuse_erased" BEFORE INSERT ON "accounts" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "authenticator_apps_refuse_erased" BEFORE INSERT ON "authenticator_apps" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "drafts_refuse_erased" BEFORE INSERT ON "drafts" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "memberships_refuse_erased" BEFORE INSERT ON "memberships" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "passkeys_refuse_erased" BEFORE INSERT ON "passkeys" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "recovery_codes_refuse_erased" BEFORE INSERT ON "recovery_codes" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "sessions_refuse_erased" BEFORE INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "notices_refuse_erased" BEFORE INSERT ON "notices" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "draft_presences_refuse_erased" BEFORE INSERT ON "draft_presences" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "review_comments_refuse_erased" BEFORE INSERT ON "review_comments" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "review_people_refuse_erased" BEFORE INSERT ON "review_people" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();
--> statement-breakpoint
-- Beside the list of migrations, not with the hub's data: a copy of a database has it by its own migrations. Only a migration that takes something away adds a row.
CREATE TABLE "drizzle"."hub_least_version" ("migration" bigint PRIMARY KEY NOT NULL);
