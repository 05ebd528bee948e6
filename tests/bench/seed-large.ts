import { applyEnvironment, embeddedDirectory } from "@/lib/platform/config/env";
import { closeHub } from "@/lib/runtime/hub";
import { embeddedEnvironment } from "@/lib/server/embedded-secrets";
import { prepareHub } from "@/lib/server/prepare-hub";
import { HUGE, LARGE, seedLarge } from "./large";

/** `npm run bench:seed`. With `-- --huge` it creates ten times the deliveries and events. */
const sizes = process.argv.includes("--huge") ? HUGE : LARGE;

const directory = embeddedDirectory();
if (directory) applyEnvironment(await embeddedEnvironment(directory));
const { db } = await prepareHub();
await seedLarge(db, sizes);
process.stdout.write(
  `The hub holds ${sizes.brands} more brands, ${sizes.keys} keys, ${sizes.members} members, ${sizes.deliveries} deliveries and ${sizes.events} events.\n`,
);
await closeHub();
