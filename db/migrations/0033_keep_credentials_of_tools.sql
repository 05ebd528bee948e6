CREATE TABLE "tool_credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tool_slug" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" char(64),
	"sealed" text,
	"key_id" text,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by" uuid,
	CONSTRAINT "tool_credentials_kind_check" CHECK ("tool_credentials"."kind" in ('app_token', 'signing_secret')),
	CONSTRAINT "tool_credentials_name_present" CHECK (length(trim("tool_credentials"."name")) between 1 and 100),
	CONSTRAINT "tool_credentials_last_four_form" CHECK (length("tool_credentials"."last_four") = 4),
	CONSTRAINT "tool_credentials_held" CHECK (("tool_credentials"."kind" = 'app_token') = ("tool_credentials"."token_hash" is not null) and ("tool_credentials"."sealed" is null) = ("tool_credentials"."key_id" is null) and ("tool_credentials"."token_hash" is null or "tool_credentials"."sealed" is null))
);
--> statement-breakpoint
ALTER TABLE "tool_credentials" ADD CONSTRAINT "tool_credentials_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_credentials" ADD CONSTRAINT "tool_credentials_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_credentials" ADD CONSTRAINT "tool_credentials_replaced_by_tool_credentials_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."tool_credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_credentials_hash_unique" ON "tool_credentials" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tool_credentials_tool_idx" ON "tool_credentials" USING btree ("tool_slug","created_at");--> statement-breakpoint
CREATE INDEX "tool_credentials_sealed_idx" ON "tool_credentials" USING btree ("tool_slug") WHERE sealed is not null;