CREATE TABLE "operator_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "operator_notices_status_check" CHECK ("operator_notices"."status" in ('pending', 'delivered', 'dead')),
	CONSTRAINT "operator_notices_finished_check" CHECK (("operator_notices"."status" = 'pending') = ("operator_notices"."finished_at" is null)),
	CONSTRAINT "operator_notices_lease_check" CHECK (("operator_notices"."lease_token" is null) = ("operator_notices"."lease_until" is null)),
	CONSTRAINT "operator_notices_lease_pending" CHECK ("operator_notices"."lease_token" is null or "operator_notices"."status" = 'pending')
);
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "operator_notices_due_idx" ON "operator_notices" USING btree ("due_at") WHERE "operator_notices"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "operator_notices_created_idx" ON "operator_notices" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_operator_once" ON "notices" USING btree ("occurrence") WHERE "notices"."user_id" is null;