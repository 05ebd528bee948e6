import { EMBEDDED_DATABASE } from "./embedded-database";
import { ENGINES } from "./engines";
import type { Fault } from "./fault";
import { LIMITER } from "./limiter";
import { OPERATION } from "./operation";
import { PLATFORMS } from "./platforms";
import { PROCESS } from "./process";
import { SAFEKEEPING } from "./safekeeping";
import { SILENT_DATABASE } from "./silent-database";
import { SURROUNDINGS } from "./surroundings";
import { WEBHOOKS } from "./webhooks";

/** One list for each part of the hub that breaks. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  "A database that falls silent": SILENT_DATABASE,
  "The limiter": LIMITER,
  "What the hub runs on": PLATFORMS,
  "PostgreSQL as operators have it": ENGINES,
  "What an operator sees": OPERATION,
  "What surrounds the hub": SURROUNDINGS,
  "The embedded database": EMBEDDED_DATABASE,
  "A process that is stopped, or makes a mistake": PROCESS,
  "Webhooks: receivers that hang, senders that die": WEBHOOKS,
  "Backups, moves and upgrades": SAFEKEEPING,
};
