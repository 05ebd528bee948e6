ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_check";--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "publish_zone" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "publish_note" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "publish_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "publish_failure" text;--> statement-breakpoint
CREATE INDEX "drafts_publish_at_idx" ON "drafts" USING btree ("publish_at") WHERE "drafts"."publish_at" is not null;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_publish_zoned" CHECK (("drafts"."publish_at" is null) = ("drafts"."publish_zone" is null));--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_failure_told" CHECK (("drafts"."publish_failed_at" is null) = ("drafts"."publish_failure" is null));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('endpoint_failing', 'endpoint_off', 'key_expiring', 'credential_expiring', 'new_manager', 'publish_failed'));