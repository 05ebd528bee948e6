import { signFileUrl } from "@/lib/content/server";
import { env } from "@/lib/platform/config/env";
import { log } from "@/lib/platform/log";
import { hideInLog } from "@/lib/platform/redact";
import { inRequestScope } from "@/lib/platform/request-scope";

/** Puts a secret into every part of a log line. A separate process, because the log goes to its stderr. */
function tell(secret: string): void {
  const failed = new Error(`the server said ${secret}`, { cause: new TypeError(`since ${secret} is wrong`) });
  log.info(`a sentence with ${secret}`);
  log.info("a sentence with %s", secret);
  log.warn({ anything: secret, deep: { er: [secret] }, [secret]: true }, "fields");
  log.error({ err: failed }, "an error");
  log.error(failed);
  log.child({ bound: secret }).info("bound");
  log.info({ url: `https://hub.example.com/x?of=${encodeURIComponent(secret)}` }, "a URL");
  const scope = { id: "an-id", operation: secret, credential: "none", who: secret };
  inRequestScope(scope, () => log.info({ who: scope.who }, "a request"));
}

log.level = "trace";
hideInLog(env.secrets);
for (const secret of env.secrets) tell(secret);
const { url } = signFileUrl({
  baseUrl: "https://hub.example.com",
  secret: env.FILE_URL_SECRET,
  brandId: "01970000-0000-7000-8000-000000000000",
  sha256: "0".repeat(64),
  now: new Date(),
});
tell(url);
for (const other of process.argv.slice(2)) tell(other);
log.info({ signed: new URL(url).searchParams.get("signature") !== null, secrets: env.secrets.length }, "told");
