CREATE SEQUENCE "public"."deleted_members" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_blank" CHECK ("users"."erased_at" is null or ("users"."name" ~ '^Deleted member [0-9]+$' and "users"."email" ~ '^deleted-member-[0-9]+$'
        and "users"."password_hash" is null and "users"."email_verified_at" is null and not "users"."hub_admin"
        and "users"."deactivated_at" is not null and "users"."active_brand_id" is null));