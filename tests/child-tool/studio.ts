import { BrandCache, HubClient, HubRequestError } from "@/lib/contract";
import { Activity } from "./activity";
import { Changes } from "./changes";
import { Sessions } from "./sessions";
import { TOOL_SLUG } from "./slug";
import type { StudioStore } from "./store";

export interface StudioConfig {
  /** Addresses without a slash at the end. */
  hubUrl: string;
  baseUrl: string;
  token: string;
  /** Several while the hub's owner rotates them. */
  webhookSecrets: readonly string[];
}

/** Everything that the handlers share. */
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

/** What went wrong between this tool and the hub, in words for the page. */
export const reasonOf = (error: unknown): string =>
  error instanceof HubRequestError ? error.message : "Something unexpected failed.";

/** Writes every question to the hub for a bundle into the activity. */
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

/** Puts the tool together around its store; time and waiting can be given by tests. */
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
