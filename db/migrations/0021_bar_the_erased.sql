DROP INDEX "users_erased_idx";--> statement-breakpoint
CREATE INDEX "events_api_key_idx" ON "events" USING btree ("api_key_id") WHERE "events"."api_key_id" is not null;
--> statement-breakpoint
-- Whatever was under way when an account was erased writes nothing that is the person's own: it waits for the erasure, as its foreign key would, and fails.
-- Not of former_members, which the end of a membership writes, and which erasing empties after that.
CREATE FUNCTION "refuse_erased_user"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased timestamptz;
BEGIN
  SELECT erased_at INTO erased FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  IF erased IS NOT NULL THEN
    RAISE EXCEPTION 'an erased account has nothing of its own'
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "account_links_refuse_erased" BEFORE INSERT ON "account_links" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "accounts_refuse_erased" BEFORE INSERT ON "accounts" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "authenticator_apps_refuse_erased" BEFORE INSERT ON "authenticator_apps" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "drafts_refuse_erased" BEFORE INSERT ON "drafts" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "memberships_refuse_erased" BEFORE INSERT ON "memberships" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "passkeys_refuse_erased" BEFORE INSERT ON "passkeys" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "recovery_codes_refuse_erased" BEFORE INSERT ON "recovery_codes" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "sessions_refuse_erased" BEFORE INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();
