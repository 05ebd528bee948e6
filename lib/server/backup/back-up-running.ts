import { z } from "zod";
import type { Hub } from "@/lib/runtime/hub";
import type { Manifest } from "./manifest";
import { writeBackup } from "./write-backup";

const BackupOrder = z.object({ to: z.string(), withSecrets: z.boolean() });
export type BackupOrder = z.infer<typeof BackupOrder>;

export function backUpRunning({ db, services }: Hub, directory: string, order: unknown): Promise<Manifest> {
  const { to, withSecrets } = BackupOrder.parse(order);
  return writeBackup({ db, storage: services.storage, url: null, secretsIn: withSecrets ? directory : null }, to);
}
