CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"occurrence" text NOT NULL,
	"topic" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"tool_slug" text,
	"api_key_id" uuid,
	"entry_id" uuid,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"mailed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notices_once" UNIQUE("occurrence","user_id"),
	CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('endpoint_failing', 'endpoint_off', 'key_expiring', 'new_manager')),
	CONSTRAINT "notices_mailed_once_told" CHECK ("notices"."told_at" is not null or not "notices"."mailed")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "muted_notices" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_untold_idx" ON "notices" USING btree ("user_id") WHERE "notices"."told_at" is null;--> statement-breakpoint
CREATE INDEX "notices_told_idx" ON "notices" USING btree ("user_id","kind","topic","told_at");--> statement-breakpoint
CREATE INDEX "notices_user_idx" ON "notices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notices_brand_idx" ON "notices" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "notices_key_idx" ON "notices" USING btree ("api_key_id") WHERE "notices"."api_key_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_created_idx" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "api_keys_expiring_idx" ON "api_keys" USING btree ("expires_at") WHERE "api_keys"."revoked_at" is null and "api_keys"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "audit_entries_told_idx" ON "audit_entries" USING btree ("created_at") WHERE "audit_entries"."action" in ('subscription.disabled', 'member.role_changed', 'member.joined_by_claim', 'invitation.accepted', 'brand.transferred');--> statement-breakpoint
CREATE INDEX "subscriptions_failing_idx" ON "subscriptions" USING btree ("failing_since") WHERE "subscriptions"."enabled" and "subscriptions"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "users_hub_admin_idx" ON "users" USING btree ("id") WHERE "users"."hub_admin";--> statement-breakpoint
CREATE TRIGGER "notices_refuse_erased" BEFORE INSERT ON "notices" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();
