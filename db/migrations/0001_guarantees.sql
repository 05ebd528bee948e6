-- What the schema language cannot say: circular references that are checked at commit, and rules over time.

-- The current slug of a brand is one of the slugs that lead to it, so two brands never share one, former slugs included.
ALTER TABLE "brands" ADD CONSTRAINT "brands_slug_registered_fkey"
  FOREIGN KEY ("slug", "id") REFERENCES "brand_slugs" ("slug", "brand_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- The current version of a brand has its snapshot.
ALTER TABLE "brands" ADD CONSTRAINT "brands_current_version_fkey"
  FOREIGN KEY ("id", "identity_version") REFERENCES "brand_versions" ("brand_id", "version") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE FUNCTION "refuse_snapshot_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a published version never changes'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'brand_versions_immutable', TABLE = 'brand_versions';
END $$;
--> statement-breakpoint
CREATE TRIGGER "brand_versions_immutable" BEFORE UPDATE OR DELETE ON "brand_versions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_snapshot_change"();
--> statement-breakpoint
CREATE FUNCTION "refuse_version_decrease"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'identity_version only grows, by one'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'brands_version_grows', TABLE = 'brands';
END $$;
--> statement-breakpoint
CREATE TRIGGER "brands_version_grows" BEFORE UPDATE OF "identity_version" ON "brands"
  FOR EACH ROW WHEN (NEW.identity_version <> OLD.identity_version AND NEW.identity_version <> OLD.identity_version + 1)
  EXECUTE FUNCTION "refuse_version_decrease"();
--> statement-breakpoint
-- The row lock makes two owners who step down at the same time wait for one another.
CREATE FUNCTION "require_brand_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM brands WHERE id = OLD.brand_id FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT 1 FROM memberships WHERE brand_id = OLD.brand_id AND role = 'owner') THEN
    RAISE EXCEPTION 'a brand keeps at least one owner'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_owner', TABLE = 'memberships';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "memberships_keep_owner" AFTER UPDATE OR DELETE ON "memberships"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_brand_owner"();
--> statement-breakpoint
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_entries_append_only', TABLE = 'audit_entries';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
