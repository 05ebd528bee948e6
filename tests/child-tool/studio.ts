import { BrandCache, HubClient, HubRequestError } from "@/lib/contract";
import { Activity } from "./activity";
import { Changes } from "./changes";
import { Sessions } from "./sessions";
import { TOOL_SLUG } from "./slug";
import type { StudioStore } from "./store";

export interface StudioConfig {
  /** URLs without a trailing slash. */
  hubUrl: string;
  baseUrl: string;
  token: string;
  /** Several during a rotation. */
  webhookSecrets: readonly string[];
}

export interface Studio {
  config: StudioConfig;
  store: StudioStore;
  client: HubClient;
  cache: BrandCache;
  sessions: Sessions;
  activity: Activity;
  changes: Changes;
  now: () => Date;
}

interface Given {
  now?: () => Date;
  sleep?: (ms: number) => Promise<void>;
}

/** Error message for the page. */
export const reasonOf = (error: unknown): string =>
  error instanceof HubRequestError ? error.message : "Internal error.";

/** Logs every bundle request as activity. */
function observed(client: HubClient, activity: Activity): Pick<HubClient, "readBundle"> {
  return {
    async readBundle(brandId, since) {
      const question = since === undefined ? "asked for the bundle" : `asked for anything newer than version ${since}`;
      const note = (ok: boolean, text: string) =>
        activity.add({ kind: "read", ok, text: `${question}: ${text}`, brandId });
      try {
        const answer = await client.readBundle(brandId, since);
        note(true, "not_modified" in answer ? "not modified" : `version ${answer.identity_version}`);
        return answer;
      } catch (error) {
        note(false, reasonOf(error));
        throw error;
      }
    },
  };
}

/** Creates the tool on a store. Tests inject time and sleep. */
export function createStudio(config: StudioConfig, store: StudioStore, given: Given = {}): Studio {
  const now = given.now ?? (() => new Date());
  const activity = new Activity(now);
  const client = new HubClient({
    baseUrl: config.hubUrl,
    toolSlug: TOOL_SLUG,
    token: config.token,
    sleep: given.sleep,
  });
  const cache = new BrandCache(store.bundles, observed(client, activity), now);
  const sessions = new Sessions(config.baseUrl, now);
  return { config, store, client, cache, sessions, activity, changes: new Changes(), now };
}
