ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "users" SET "email_verified_at" = (SELECT min("accounts"."created_at") FROM "accounts" WHERE "accounts"."user_id" = "users"."id");
