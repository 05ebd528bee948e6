export { HandOverEnded, openHandOver } from "./find-hand-over";
export { listHandOvers } from "./list-hand-overs";
export { makeHandOver } from "./make-hand-over";
export { registerForHandOver } from "./register-for-hand-over";
export { registerWithCredentials } from "./register-with-credentials";
export { revealHandOver } from "./reveal-hand-over";
export { readSetUp, setWebhookUrlByLink, testByLink } from "./set-up";
export { withdrawHandOver } from "./withdraw-hand-over";
