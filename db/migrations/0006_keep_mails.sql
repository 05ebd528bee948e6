CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"sealed" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "mails_status_check" CHECK ("mails"."status" in ('pending', 'sent', 'dead')),
	CONSTRAINT "mails_finished_check" CHECK (("mails"."status" = 'pending') = ("mails"."finished_at" is null)),
	CONSTRAINT "mails_blank_once_finished" CHECK (("mails"."status" = 'pending') = ("mails"."sealed" is not null)),
	CONSTRAINT "mails_lease_check" CHECK (("mails"."lease_token" is null) = ("mails"."lease_until" is null)),
	CONSTRAINT "mails_lease_pending" CHECK ("mails"."lease_token" is null or "mails"."status" = 'pending'),
	CONSTRAINT "mails_reason_check" CHECK ("mails"."status" <> 'dead' or "mails"."reason" is not null)
);
--> statement-breakpoint
CREATE INDEX "mails_due_idx" ON "mails" USING btree ("due_at") WHERE "mails"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_finished_idx" ON "mails" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "mails_recipient_idx" ON "mails" USING btree ("recipient","created_at");