export { authenticateFederationToken } from "./authenticate-federation-token";
export { describeFederationToken } from "./describe-federation-token";
export { exchangeFederationToken } from "./exchange-federation-token";
export { FEDERATION_LIFETIME_SECONDS, FEDERATION_TOKEN_TYPE, FederationClaims } from "./federation-claims";
export { handOffToTool } from "./hand-off-to-tool";
export { mintFederationToken } from "./mint-federation-token";
export { verifyFederationToken } from "./verify-federation-token";
