CREATE TABLE "audit_chains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid,
	"head_sequence" integer NOT NULL,
	"head_hash" char(64) NOT NULL,
	"checkpoint_sequence" integer NOT NULL,
	"checkpoint_key" text,
	"checkpoint_at" timestamp (3) with time zone,
	CONSTRAINT "audit_chains_brand_unique" UNIQUE NULLS NOT DISTINCT("brand_id")
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoints" (
	"chain_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"key_id" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_checkpoints_chain_id_sequence_key_id_pk" PRIMARY KEY("chain_id","sequence","key_id")
);
--> statement-breakpoint
CREATE TABLE "audit_links" (
	"chain_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"entry_id" uuid NOT NULL,
	"previous" char(64) NOT NULL,
	"hash" char(64) NOT NULL,
	"digests" jsonb NOT NULL,
	"salts" jsonb NOT NULL,
	"tombstones" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_links_chain_id_sequence_pk" PRIMARY KEY("chain_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "audit_tombstones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"chain_id" uuid,
	"up_to" integer,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_tombstones_kind_check" CHECK ("audit_tombstones"."kind" in ('erasure', 'retention')),
	CONSTRAINT "audit_tombstones_range_check" CHECK (("audit_tombstones"."kind" = 'retention') = ("audit_tombstones"."chain_id" is not null and "audit_tombstones"."up_to" is not null))
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "chained" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_chains" ADD CONSTRAINT "audit_chains_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD CONSTRAINT "audit_checkpoints_chain_id_audit_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."audit_chains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_links" ADD CONSTRAINT "audit_links_chain_id_audit_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."audit_chains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_tombstones" ADD CONSTRAINT "audit_tombstones_chain_id_audit_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."audit_chains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_links_entry_unique" ON "audit_links" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "audit_entries_unchained_idx" ON "audit_entries" USING btree ("brand_id","created_at","id") WHERE not "audit_entries"."chained";
--> statement-breakpoint
-- Entries stay as they were written, but for the mark that they are chained; what a person may have erased, and what is too old to be kept, only in a transaction that says so.
CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed text := coalesce(current_setting('hub.audit_change', true), '');
  personal text[] := ARRAY['actor_label', 'target_label', 'diff', 'address'];
BEGIN
  IF TG_OP = 'DELETE' AND allowed = 'retention' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.chained AND to_jsonb(NEW) - 'chained' = to_jsonb(OLD) - 'chained' THEN
      RETURN NEW;
    END IF;
    IF allowed = 'erasure' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_entries_append_only', TABLE = 'audit_entries';
END $$;
