ALTER TABLE "child_context_deliveries" ADD COLUMN "body_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "payload_removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_entries_address_idx" ON "audit_entries" USING btree ("created_at") WHERE "audit_entries"."address" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_body_idx" ON "child_context_deliveries" USING btree ("finished_at") WHERE "child_context_deliveries"."status" <> 'pending' and "child_context_deliveries"."body_removed_at" is null;--> statement-breakpoint
CREATE INDEX "events_payload_idx" ON "events" USING btree ("received_at") WHERE "events"."payload_removed_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_ended_idx" ON "invitations" USING btree (least("accepted_at", "revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "sessions_ended_idx" ON "sessions" USING btree (least("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "users_erased_idx" ON "users" USING btree ("erased_at") WHERE "users"."erased_at" is not null;