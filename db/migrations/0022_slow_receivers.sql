CREATE TABLE "slow_receivers" (
	"tool_slug" text NOT NULL,
	"host" text NOT NULL,
	"timeouts" integer NOT NULL,
	"probe_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "slow_receivers_pkey" PRIMARY KEY("tool_slug","host"),
	CONSTRAINT "slow_receivers_timeouts_positive" CHECK ("slow_receivers"."timeouts" > 0)
);
--> statement-breakpoint
DROP INDEX "subscriptions_service_idx";--> statement-breakpoint
ALTER TABLE "slow_receivers" ADD CONSTRAINT "slow_receivers_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_tests_idx" ON "child_context_deliveries" USING btree ("due_at") WHERE "child_context_deliveries"."status" = 'pending' and "child_context_deliveries"."type" = 'hub.test';--> statement-breakpoint
CREATE INDEX "subscriptions_turn_idx" ON "subscriptions" USING btree ("tool_slug",coalesce("last_served_at", "created_at")) WHERE "subscriptions"."enabled";