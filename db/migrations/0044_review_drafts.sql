CREATE TABLE "review_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"path" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "review_comments_text" CHECK (length("review_comments"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "review_people" (
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"asked" boolean NOT NULL,
	"answer" text,
	"revision" integer,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "review_people_pkey" PRIMARY KEY("review_id","user_id"),
	CONSTRAINT "review_people_answer" CHECK ("review_people"."answer" in ('approved', 'changes_asked')),
	CONSTRAINT "review_people_answered" CHECK (("review_people"."answer" is null) = ("review_people"."revision" is null) and ("review_people"."answer" is null) = ("review_people"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"note" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reviews_brand_unique" UNIQUE("brand_id")
);
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_check";--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "approvals_required" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "review_comments" ADD CONSTRAINT "review_comments_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_comments" ADD CONSTRAINT "review_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_people" ADD CONSTRAINT "review_people_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_people" ADD CONSTRAINT "review_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_draft_fkey" FOREIGN KEY ("brand_id","author_id") REFERENCES "public"."drafts"("brand_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_comments_review_idx" ON "review_comments" USING btree ("review_id","created_at");--> statement-breakpoint
CREATE INDEX "review_comments_user_idx" ON "review_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_people_user_idx" ON "review_people" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_approvals_required" CHECK ("brands"."approvals_required" between 0 and 5);--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('endpoint_failing', 'endpoint_off', 'key_expiring', 'credential_expiring', 'new_manager', 'publish_failed', 'review_requested', 'review_answered', 'review_commented'));--> statement-breakpoint
CREATE TRIGGER "review_comments_refuse_erased" BEFORE INSERT ON "review_comments" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();--> statement-breakpoint
CREATE TRIGGER "review_people_refuse_erased" BEFORE INSERT ON "review_people" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();
