ALTER TABLE "hub_settings" ADD COLUMN "file_store" text;--> statement-breakpoint
ALTER TABLE "hub_settings" ADD COLUMN "file_store_seen_at" timestamp (3) with time zone;