CREATE TABLE "brand_deletions" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_tombstones" DROP CONSTRAINT "audit_tombstones_kind_check";--> statement-breakpoint
ALTER TABLE "audit_tombstones" ADD COLUMN "gone_chain_id" uuid;--> statement-breakpoint
ALTER TABLE "brand_deletions" ADD CONSTRAINT "brand_deletions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_deletions" ADD CONSTRAINT "brand_deletions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_deletions_due_idx" ON "brand_deletions" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "audit_tombstones" ADD CONSTRAINT "audit_tombstones_gone_check" CHECK (("audit_tombstones"."kind" = 'deletion') = ("audit_tombstones"."gone_chain_id" is not null));--> statement-breakpoint
ALTER TABLE "audit_tombstones" ADD CONSTRAINT "audit_tombstones_kind_check" CHECK ("audit_tombstones"."kind" in ('erasure', 'retention', 'deletion'));
--> statement-breakpoint
-- A published version goes with its brand alone.
CREATE OR REPLACE FUNCTION "refuse_snapshot_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('hub.brand_deletion', true) = OLD.brand_id::text THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a published version never changes'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'brand_versions_immutable', TABLE = 'brand_versions';
END $$;
--> statement-breakpoint
-- A brand that is to be deleted may be left by its last owner.
CREATE OR REPLACE FUNCTION "require_brand_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM brands WHERE id = OLD.brand_id FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT 1 FROM memberships WHERE brand_id = OLD.brand_id AND role = 'owner')
    AND NOT EXISTS (SELECT 1 FROM brand_deletions WHERE brand_id = OLD.brand_id) THEN
    RAISE EXCEPTION 'a brand keeps at least one owner'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_owner', TABLE = 'memberships';
  END IF;
  RETURN NULL;
END $$;
