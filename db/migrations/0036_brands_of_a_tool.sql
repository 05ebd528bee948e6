DROP INDEX "entitlements_tool_idx";--> statement-breakpoint
CREATE INDEX "entitlements_of_tool_idx" ON "entitlements" USING btree ("tool_slug","brand_id");