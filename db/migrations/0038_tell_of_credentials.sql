ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_check";--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "brand_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "credential_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_credential_id_tool_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."tool_credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_credential_idx" ON "notices" USING btree ("credential_id") WHERE "notices"."credential_id" is not null;--> statement-breakpoint
CREATE INDEX "tool_credentials_expiring_idx" ON "tool_credentials" USING btree ("expires_at") WHERE "tool_credentials"."revoked_at" is null and "tool_credentials"."replaced_by" is null;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('endpoint_failing', 'endpoint_off', 'key_expiring', 'credential_expiring', 'new_manager'));