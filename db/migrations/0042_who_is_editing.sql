CREATE TABLE "draft_presences" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"page" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "draft_presences_pkey" PRIMARY KEY("brand_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "draft_presences" ADD CONSTRAINT "draft_presences_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_presences" ADD CONSTRAINT "draft_presences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_presences_seen_at" ON "draft_presences" USING btree ("seen_at");--> statement-breakpoint
CREATE TRIGGER "draft_presences_refuse_erased" BEFORE INSERT ON "draft_presences" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_user"();
