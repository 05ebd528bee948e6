ALTER TABLE "drafts" ADD COLUMN "publish_sid" uuid;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "publish_strong" boolean;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "publish_revoked_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "hand_overs" SET "withdrawn_at" = now() FROM "users"
WHERE "users"."id" = "hand_overs"."created_by" AND "hand_overs"."withdrawn_at" IS NULL AND NOT ("users"."hub_admin" AND "users"."deactivated_at" IS NULL);
