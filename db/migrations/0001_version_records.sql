CREATE TABLE "published_files" (
	"brand_id" uuid NOT NULL,
	"sha256" char(64) NOT NULL,
	CONSTRAINT "published_files_pkey" PRIMARY KEY("sha256","brand_id")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"jwk" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "version_records" (
	"brand_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"sha256" char(64) NOT NULL,
	"proof" text NOT NULL,
	CONSTRAINT "version_records_pkey" PRIMARY KEY("brand_id","version")
);
--> statement-breakpoint
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_file_fkey" FOREIGN KEY ("brand_id","sha256") REFERENCES "public"."files"("brand_id","sha256") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_records" ADD CONSTRAINT "version_records_version_fkey" FOREIGN KEY ("brand_id","version") REFERENCES "public"."brand_versions"("brand_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Names the trigger that refuses, because two tables have it.
CREATE OR REPLACE FUNCTION "refuse_snapshot_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('hub.brand_deletion', true) = OLD.brand_id::text THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a published version never changes'
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "version_records_immutable" BEFORE UPDATE OR DELETE ON "version_records"
  FOR EACH ROW EXECUTE FUNCTION "refuse_snapshot_change"();
