CREATE TABLE "account_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_links_kind_check" CHECK ("account_links"."kind" in ('reset_password', 'verify_email', 'change_email', 'undo_email_change')),
	CONSTRAINT "account_links_email_lower" CHECK ("account_links"."email" = lower("account_links"."email")),
	CONSTRAINT "account_links_expire_later" CHECK ("account_links"."expires_at" > "account_links"."created_at")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_token_unique" ON "account_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "account_links_user_idx" ON "account_links" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "account_links_expiry_idx" ON "account_links" USING btree ("expires_at");