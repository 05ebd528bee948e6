export type { FederatedUser } from "./exchange-federation-token";
export type { DecodedToken } from "./federation-token";
export type { ConnectedTool, HandOff } from "./hand-off-to-tool";
export type { MintedToken } from "./mint-federation-token";
