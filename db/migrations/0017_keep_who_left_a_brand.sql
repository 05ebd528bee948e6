CREATE TABLE "former_members" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_members_pkey" PRIMARY KEY("brand_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_members_user_idx" ON "former_members" USING btree ("user_id");
--> statement-breakpoint
-- In the database, since processes of the release before this one end memberships too. Not for a brand or user that is being deleted.
CREATE FUNCTION "keep_former_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_members (brand_id, user_id)
    SELECT b.id, u.id FROM brands b, users u WHERE b.id = OLD.brand_id AND u.id = OLD.user_id
    ON CONFLICT (brand_id, user_id) DO UPDATE SET ended_at = excluded.ended_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "memberships_keep_former" AFTER DELETE ON "memberships"
  FOR EACH ROW EXECUTE FUNCTION "keep_former_member"();
--> statement-breakpoint
-- Those of before are known from the activity.
INSERT INTO "former_members" ("brand_id", "user_id", "ended_at")
  SELECT e.brand_id, u.id, max(e.created_at) FROM audit_entries e JOIN users u ON u.id::text = e.target_id
  WHERE e.brand_id IS NOT NULL AND e.action IN ('member.removed', 'member.left')
  GROUP BY e.brand_id, u.id;
