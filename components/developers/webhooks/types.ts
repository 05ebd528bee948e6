import type { Missed, TestOutcome } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

/** What a filter found that can be sent again, and when it was counted. */
export type Matching = { count: number; at: Date };

/** What the page lets one endpoint's buttons do; the server checks each again. */
export type EndpointActions = {
  sendTest: (form: FormData) => Promise<FormResult<TestOutcome>>;
  replayFailed: (form: FormData) => Promise<FormResult<number>>;
  turnOff: () => Promise<FormResult<boolean>>;
  turnOn: () => Promise<FormResult<Missed | null>>;
  replayMissed: (since: Date) => Promise<FormResult<number>>;
};

export type Replay = (deliveryId: string) => Promise<FormResult>;
