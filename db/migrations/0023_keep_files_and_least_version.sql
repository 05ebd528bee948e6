ALTER TABLE "hub_settings" ADD COLUMN "files_kept_until" timestamp (3) with time zone;
--> statement-breakpoint
-- Beside the list of migrations, not with the hub's data: a copy of a database has it by its own migrations. Only a migration that takes something away adds a row.
CREATE TABLE "drizzle"."hub_least_version" ("migration" bigint PRIMARY KEY NOT NULL);
