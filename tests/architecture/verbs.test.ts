import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { declaredIn, namesReaching } from "./declared-functions";

interface ExportedFunction {
  name: string;
  file: string;
  /** Parameters as written in the source. */
  parameters: string[];
  /** True if it checks a permission, directly or through a function of its file. */
  asks: boolean;
  usesTables: boolean;
}

const GUARD = /\b(require(User|Person|Operator|Permission|HubAdmin|HubAdminOrOperator|EntitledTool)|lockBrand)\(/;

/** Functions exported by a module's server.ts, from their files. */
function functionsOf(domain: string): ExportedFunction[] {
  const { module } = parseSync("server.ts", readFileSync(`lib/${domain}/server.ts`, "utf8"));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName, isType }) =>
      moduleRequest && exportName.name && !isType ? [{ name: exportName.name, path: moduleRequest.value }] : [],
    ),
  );
  return exported.flatMap(({ name, path }) => {
    const base = `lib/${domain}/${path.replace("./", "")}`;
    const file = [`${base}.ts`, `${base}/index.ts`].find((candidate) => existsSync(candidate)) ?? base;
    const source = readFileSync(file, "utf8");
    const { program } = parseSync(file, source);
    const declared = declaredIn(program).find((candidate) => candidate.name === name);
    if (!declared) return [];
    const parameters = declared.params.map(({ start, end }) => source.slice(start, end));
    return [
      {
        name,
        file,
        parameters,
        asks: namesReaching(program, source, GUARD).has(name),
        usesTables:
          source.includes('from "@/db/schema"') &&
          /\b(db|ctx|tx|Ctx|Database)\b/.test(parameters.join() + source.slice(declared.body.start, declared.body.end)),
      },
    ];
  });
}

const domains = readdirSync("lib").filter((name) => existsSync(`lib/${name}/server.ts`));
const functions = domains.flatMap(functionsOf);

it("finds the use cases of every module", () => {
  expect(functions.length).toBeGreaterThan(100);
});

it("lets no use case take a database, time or service as a parameter, since the context has them", () => {
  const bare = /^\w+\??: (Database|Date|FileStorage|LimitStore|Clock|WebhookUrlPolicy|SecretsOf)\b/;
  const wrong = functions.filter(
    ({ parameters, usesTables }) => usesTables && parameters.some((text) => bare.test(text)),
  );
  expect(wrong.map(({ name, file, parameters }) => `${file}: ${name}(${parameters.join(", ")})`)).toEqual([]);
});

/** Guards on a use case's first line read as sentences, such as `requirePermission(ctx, brandId, "edit")`. */
const isGuard = (name: string) => /^(require|lock)[A-Z]/.test(name);

it("gives every function that uses tables the context first and at most one input", () => {
  const wrong = functions.filter(
    ({ name, parameters: [first = "", ...rest], usesTables }) =>
      usesTables && (!/: (Pick<)?(Platform)?Ctx\b/.test(first) || (rest.length > 1 && !isGuard(name))),
  );
  expect(wrong.map(({ name, file, parameters }) => `${file}: ${name}(${parameters.join(", ")})`)).toEqual([]);
});

/** Functions on tables that check no permission, and why. */
const ASKS_NOBODY: Record<string, readonly string[]> = {
  "It proves who somebody is.": [
    "authenticateApiKey",
    "authenticateSessionCookie",
    "authenticateSessionToken",
    "authenticateToolToken",
    "requestPasswordReset",
    "createSecondFactorChallenge",
    "createSignInChallenge",
    "beginPendingSignIn",
    "findAccountLink",
    "findInvitation",
    "findSessionGrant",
    "finishSignIn",
    "issueSession",
    "listSecondFactors",
    "openBrowserSession",
    "openPasswordSession",
    "proveByBrands",
    "authenticateWithTools",
    "rememberDevice",
    "resetPassword",
    "signInWithPasskey",
    "signInWithPassword",
    "signInWithProvider",
    "verifySessionToken",
  ],
  "The link is the proof.": ["openSetupLink", "readSetUp", "revealSetupLink", "setWebhookUrlByLink", "testByLink"],
  "It is a part of a verb that has asked, in that verb's transaction.": [
    "approvalsOf",
    "awaitTest",
    "cancelPendingDeliveries",
    "countApprovers",
    "countPeople",
    "deleteBrandEntries",
    "enqueueEntitlementChange",
    "enqueueIdentityUpdated",
    "enqueueRelayedEvents",
    "exportAuditEntries",
    "findBrandBySlug",
    "findCurrentVersion",
    "findTool",
    "findVersion",
    "listPublishedVersions",
    "erasePersonFromAudit",
    "getSnapshot",
    "holdBrand",
    "identityText",
    "isActiveSession",
    "insertBrands",
    "issueBoth",
    "recordLogDeletion",
    "readAuditEntries",
    "readBrandUse",
    "readFile",
    "readPauses",
    "readRendition",
    "readSigningSecrets",
    "recordAudit",
    "recordAudits",
    "recordVersion",
    "revokeSessionsOf",
    "sessionParams",
    "weakenSessions",
  ],
  "The credential names the tool.": ["listBrandsOfTool", "listDeliveriesOfTool"],
  "Its statement gives only what the caller can read.": ["findPublishedFile"],
  "The credential names the brand.": ["ingestEvents", "ingestLooseEvent", "listToolsForBrand"],
  "Its permission is asked by openEditor.": ["readOverview"],
  "Its caller has checked the permission.": ["watchVersions"],
  "Anybody may see it.": ["findPublicBrand", "findPublicVersion", "listPublicBrands", "versionKeys"],
  "The invitation's token names the brand.": ["findInvitedBrand"],
  "The hub itself does it.": [
    "adoptFileStore",
    "deleteDueBrands",
    "removeUnusedFiles",
    "runAuditTick",
    "runDispatchTick",
    "runNoticeTick",
    "runVersionTick",
  ],
};

it("makes every use case check a permission, or lists why not", () => {
  const silent = functions.filter(({ name, asks, usesTables }) => usesTables && !isGuard(name) && !asks);
  expect(silent.map(({ name }) => name).sort()).toEqual(Object.values(ASKS_NOBODY).flat().sort());
});
