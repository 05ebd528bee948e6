import { describe, expect, it } from "vitest";
import { connectionVariables } from "@/lib/server/backup/write-backup";

describe("pg_dump's parameters from a database URL", () => {
  it.each([
    [
      "postgres://hub:s%23cret@db.example:6432/the%20hub",
      { PGHOST: "db.example", PGPORT: "6432", PGUSER: "hub", PGPASSWORD: "s#cret", PGDATABASE: "the hub" },
    ],
    ["postgres://hub@[::1]:5432/hub", { PGHOST: "::1", PGPORT: "5432", PGUSER: "hub", PGDATABASE: "hub" }],
    [
      "postgres://hub@localhost/hub?host=/run/postgresql",
      { PGHOST: "/run/postgresql", PGUSER: "hub", PGDATABASE: "hub" },
    ],
    [
      "postgres://hub@db/hub?sslmode=no-verify",
      { PGHOST: "db", PGUSER: "hub", PGDATABASE: "hub", PGSSLMODE: "require" },
    ],
    [
      "postgres://hub@db/hub?sslmode=verify-full&sslrootcert=/ca.pem",
      { PGHOST: "db", PGUSER: "hub", PGDATABASE: "hub", PGSSLMODE: "verify-full", PGSSLROOTCERT: "/ca.pem" },
    ],
  ])("of %s", (url, told) => expect(connectionVariables(url)).toEqual(told));
});
