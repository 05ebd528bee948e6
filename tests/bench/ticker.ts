import { openDatabase } from "@/db/client";
import { runDispatchTick } from "@/lib/integrations/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { assembleHub, contextOf } from "@/lib/runtime/hub";
import { configure } from "../support/configure";
import { LONG_TIMEOUTS } from "./postgres-hub";

/**
 * Sends what is due when told to, and reports how many. Runs from source, because a built hub refuses receivers on
 * loopback.
 */
configure({ LOG_LEVEL: "fatal" });
const [url = "", secret = ""] = process.argv.slice(2);
const opened = await openDatabase({ driver: "pg", url, timeouts: LONG_TIMEOUTS });
const { services } = assembleHub(opened, {
  webhookPolicy: { allowLoopback: true },
  secrets: { ...environmentSecrets, webhook: () => [secret] },
});
process.on("message", async () => {
  const ctx = contextOf({ db: opened.db, services }, { actor: { kind: "system", name: "bench" }, now: new Date() });
  process.send?.(await runDispatchTick(ctx));
});
// The parent has exited.
process.on("disconnect", () => process.exit());
process.send?.("ready");
