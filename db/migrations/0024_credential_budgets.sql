ALTER TABLE "api_keys" ADD COLUMN "budget_per_minute" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "budget_concurrent" integer;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "budget_per_minute" integer;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "budget_concurrent" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_budget_positive" CHECK ("api_keys"."budget_per_minute" >= 1 and "api_keys"."budget_concurrent" >= 1);--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_budget_positive" CHECK ("tools"."budget_per_minute" >= 1 and "tools"."budget_concurrent" >= 1);