import type { FormResult } from "@/lib/actions/form-result";

/** What was not delivered while a subscription was off. */
export type Missed = { since: Date; count: number };

/** What the page lets one endpoint's buttons do; the server checks each again. */
export type EndpointActions = {
  sendTest: () => Promise<FormResult<{ id: string }>>;
  replayFailed: (form: FormData) => Promise<FormResult<number>>;
  turnOff: () => Promise<FormResult<boolean>>;
  turnOn: () => Promise<FormResult<Missed | null>>;
  replayMissed: (since: Date) => Promise<FormResult<number>>;
};

/** Sends one delivery again. */
export type Replay = (deliveryId: string) => Promise<FormResult>;
