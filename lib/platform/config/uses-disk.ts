import type { Env } from "./env";

/** True where something of the hub's is on this machine's disk: the embedded database, or files that no bucket has. */
export const usesDisk = ({
  VERCEL,
  S3_BUCKET,
  DATABASE_URL,
  POSTGRES_URL,
}: Pick<Env, "VERCEL" | "S3_BUCKET" | "DATABASE_URL" | "POSTGRES_URL">): boolean =>
  !VERCEL && !(S3_BUCKET && (DATABASE_URL || POSTGRES_URL));
