ALTER TABLE "files" ADD COLUMN "unused_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "look_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
CREATE INDEX "files_look_idx" ON "files" USING btree ("look_at");