CREATE TABLE "api_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"operation" text NOT NULL,
	"brand_id" uuid,
	"credential" text NOT NULL,
	"api_key_id" uuid,
	"tool_slug" text,
	"user_id" uuid,
	"status" smallint NOT NULL,
	"error_code" text,
	"duration_ms" real NOT NULL,
	CONSTRAINT "api_requests_duration" CHECK ("api_requests"."duration_ms" >= 0)
);
--> statement-breakpoint
ALTER TABLE "api_requests" ADD CONSTRAINT "api_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_requests_brand_idx" ON "api_requests" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "api_requests_request_id_idx" ON "api_requests" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "api_requests_failed_idx" ON "api_requests" USING btree ("brand_id","id") WHERE "api_requests"."status" >= 400;--> statement-breakpoint
CREATE INDEX "api_requests_user_idx" ON "api_requests" USING btree ("user_id","id") WHERE "api_requests"."user_id" is not null;