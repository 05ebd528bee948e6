export type { HandOverProof, WaitingHandOver } from "./find-hand-over";
export type { HandOverState, SetUpFacts, SetUpOptions } from "./hand-over-rules";
export {
  DEFAULT_HOURS,
  handOverState,
  MAX_HAND_OVER_NAME_LENGTH,
  setUpOptions,
} from "./hand-over-rules";
export type { HandOver } from "./list-hand-overs";
export type { MadeHandOver } from "./make-hand-over";
export type { RevealedHandOver } from "./reveal-hand-over";
export type { LastTest, SetUp, SetUpSteps } from "./set-up";
