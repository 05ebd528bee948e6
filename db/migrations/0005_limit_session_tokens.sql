ALTER TABLE "sessions" ADD COLUMN "scopes" text[] DEFAULT '{read,write}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_scopes_check" CHECK ("sessions"."scopes" in ('{read}', '{read,write}'));--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_browser_scopes" CHECK ("sessions"."kind" = 'token' or 'write' = any("sessions"."scopes"));