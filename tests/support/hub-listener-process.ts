import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "@/db/client";
import { assembleHub, setHub } from "@/lib/runtime/hub";
import { createListener } from "@/lib/server/listener";
import { LONG_DATABASE_TIMEOUTS } from "./timeouts";

/** Serves the public API on a database as one of several hubs, and prints its port. */
const [url = ""] = process.argv.slice(2);
setHub(assembleHub(await openDatabase({ driver: "pg", url, timeouts: LONG_DATABASE_TIMEOUTS })));
const server = createServer(createListener(async (_, response) => void response.writeHead(404).end()));
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
