import type { TestOutcome, Undelivered } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

/** How many deliveries can be replayed, and when that was counted. */
export type Matching = { count: number; at: Date };

export type EndpointActions = {
  sendTest: (form: FormData) => Promise<FormResult<TestOutcome>>;
  replayFailed: (form: FormData) => Promise<FormResult<number>>;
  turnOff: () => Promise<FormResult<boolean>>;
  turnOn: () => Promise<FormResult<Undelivered | null>>;
  replayUndelivered: (since: Date) => Promise<FormResult<number>>;
};

export type Replay = (deliveryId: string) => Promise<FormResult>;
