CREATE TABLE "hand_overs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tool_slug" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"revealed_at" timestamp (3) with time zone,
	"holder_hash" char(64),
	"app_token_id" uuid,
	"signing_secret_id" uuid,
	"webhook_url" text,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "hand_overs_name_present" CHECK (length(trim("hand_overs"."name")) between 1 and 100),
	CONSTRAINT "hand_overs_expire_later" CHECK ("hand_overs"."expires_at" > "hand_overs"."created_at"),
	CONSTRAINT "hand_overs_held_once_revealed" CHECK (("hand_overs"."revealed_at" is null) = ("hand_overs"."holder_hash" is null)),
	CONSTRAINT "hand_overs_url_after_reveal" CHECK ("hand_overs"."webhook_url" is null or "hand_overs"."revealed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_tool_slug_tools_slug_fk" FOREIGN KEY ("tool_slug") REFERENCES "public"."tools"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_app_token_id_tool_credentials_id_fk" FOREIGN KEY ("app_token_id") REFERENCES "public"."tool_credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_signing_secret_id_tool_credentials_id_fk" FOREIGN KEY ("signing_secret_id") REFERENCES "public"."tool_credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hand_overs_token_unique" ON "hand_overs" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "hand_overs_tool_idx" ON "hand_overs" USING btree ("tool_slug","created_at");--> statement-breakpoint
CREATE INDEX "hand_overs_expiry_idx" ON "hand_overs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "hand_overs_app_token_idx" ON "hand_overs" USING btree ("app_token_id") WHERE app_token_id is not null;--> statement-breakpoint
CREATE INDEX "hand_overs_signing_secret_idx" ON "hand_overs" USING btree ("signing_secret_id") WHERE signing_secret_id is not null;