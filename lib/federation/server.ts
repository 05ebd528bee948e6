export { exchangeFederationToken } from "./exchange-federation-token";
export {
  authenticateFederationToken,
  describeFederationToken,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
  FederationClaims,
  verifyFederationToken,
} from "./federation-token";
export { handOffToTool } from "./hand-off-to-tool";
export { mintFederationToken } from "./mint-federation-token";
