CREATE TABLE "accounts" (
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_pkey" PRIMARY KEY("provider","provider_account_id")
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
	CONSTRAINT "api_keys_name_present" CHECK (length(trim("api_keys"."name")) between 1 and 100),
	CONSTRAINT "api_keys_last_four_form" CHECK (length("api_keys"."last_four") = 4)
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
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brand_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "brand_slugs_slug_brand_unique" UNIQUE("slug","brand_id")
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
CREATE TABLE "brands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"identity_version" integer NOT NULL,
	"public_page" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "brands_slug_form" CHECK ("brands"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("brands"."slug") <= 64),
	CONSTRAINT "brands_version_positive" CHECK ("brands"."identity_version" >= 1),
	CONSTRAINT "brands_name_present" CHECK (length(trim("brands"."name")) between 1 and 120)
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
	CONSTRAINT "deliveries_status_check" CHECK ("child_context_deliveries"."status" in ('pending', 'delivered', 'dead', 'cancelled')),
	CONSTRAINT "deliveries_finished_check" CHECK (("child_context_deliveries"."status" = 'pending') = ("child_context_deliveries"."finished_at" is null)),
	CONSTRAINT "deliveries_lease_check" CHECK (("child_context_deliveries"."lease_token" is null) = ("child_context_deliveries"."lease_until" is null)),
	CONSTRAINT "deliveries_lease_pending" CHECK ("child_context_deliveries"."lease_token" is null or "child_context_deliveries"."status" = 'pending'),
	CONSTRAINT "deliveries_attempts_positive" CHECK ("child_context_deliveries"."attempts" >= 0),
	CONSTRAINT "deliveries_reason_check" CHECK ("child_context_deliveries"."status" not in ('dead', 'cancelled') or "child_context_deliveries"."reason" is not null)
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
CREATE TABLE "drafts" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"base_version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_pkey" PRIMARY KEY("brand_id","user_id"),
	CONSTRAINT "drafts_revision_positive" CHECK ("drafts"."revision" >= 1)
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
	CONSTRAINT "events_idempotency_unique" UNIQUE("tool_slug","brand_id","idempotency_key"),
	CONSTRAINT "events_api_version_check" CHECK ("events"."api_version" in (0, 1)),
	CONSTRAINT "events_v1_complete" CHECK ("events"."api_version" = 0 or ("events"."tool_slug" is not null and "events"."idempotency_key" is not null))
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
	CONSTRAINT "files_brand_content_unique" UNIQUE("brand_id","sha256"),
	CONSTRAINT "files_sha256_form" CHECK ("files"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "files_bytes_positive" CHECK ("files"."bytes" > 0)
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
	CONSTRAINT "sessions_kind_check" CHECK ("sessions"."kind" in ('browser', 'token')),
	CONSTRAINT "sessions_token_named" CHECK ("sessions"."kind" <> 'token' or "sessions"."name" is not null),
	CONSTRAINT "sessions_expire_later" CHECK ("sessions"."expires_at" > "sessions"."created_at")
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
CREATE TABLE "tools" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"default_webhook_url" text,
	"connect_url" text,
	"event_patterns" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tools_slug_form" CHECK ("tools"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("tools"."slug") <= 64),
	CONSTRAINT "tools_status_check" CHECK ("tools"."status" in ('active', 'beta', 'maintenance', 'deprecated', 'disabled'))
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
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"hub_admin" boolean DEFAULT false NOT NULL,
	"active_brand_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_api_keys_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_slugs" ADD CONSTRAINT "brand_slugs_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_versions" ADD CONSTRAINT "brand_versions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_versions" ADD CONSTRAINT "brand_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_versions" ADD CONSTRAINT "brand_versions_restored_from_fkey" FOREIGN KEY ("brand_id","restored_from") REFERENCES "public"."brand_versions"("brand_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_context_deliveries" ADD CONSTRAINT "child_context_deliveries_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_context_deliveries" ADD CONSTRAINT "child_context_deliveries_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_reads" ADD CONSTRAINT "child_reads_entitlement_fkey" FOREIGN KEY ("brand_id","tool_slug") REFERENCES "public"."entitlements"("brand_id","tool_slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_child_context_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."child_context_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_base_version_fkey" FOREIGN KEY ("brand_id","base_version") REFERENCES "public"."brand_versions"("brand_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_entitlement_fkey" FOREIGN KEY ("brand_id","tool_slug") REFERENCES "public"."entitlements"("brand_id","tool_slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD CONSTRAINT "usage_counters_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_active_brand_id_brands_id_fk" FOREIGN KEY ("active_brand_id") REFERENCES "public"."brands"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user_idx" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_unique" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_brand_idx" ON "api_keys" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_brand_idx" ON "audit_entries" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "brand_slugs_brand_idx" ON "brand_slugs" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "brands_slug_unique" ON "brands" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "brands_name_idx" ON "brands" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "deliveries_due_idx" ON "child_context_deliveries" USING btree ("brand_id","tool_slug","due_at") WHERE "child_context_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_due_at_idx" ON "child_context_deliveries" USING btree ("due_at") WHERE "child_context_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_brand_created_idx" ON "child_context_deliveries" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_tool_created_idx" ON "child_context_deliveries" USING btree ("tool_slug","created_at");--> statement-breakpoint
CREATE INDEX "entitlements_tool_idx" ON "entitlements" USING btree ("tool_slug");--> statement-breakpoint
CREATE INDEX "events_brand_received_idx" ON "events" USING btree ("brand_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_unique" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_unique" ON "invitations" USING btree ("brand_id","email") WHERE "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_brand_idx" ON "invitations" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "memberships_user_idx" ON "memberships" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_tool_idx" ON "subscriptions" USING btree ("tool_slug");--> statement-breakpoint
CREATE INDEX "usage_counters_hour_idx" ON "usage_counters" USING btree ("hour");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_active_brand_idx" ON "users" USING btree ("active_brand_id");