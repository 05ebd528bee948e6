export { authenticateFederationToken } from "./authenticate-federation-token";
export { type DecodedToken, describeFederationToken } from "./describe-federation-token";
export { exchangeFederationToken, type FederatedUser } from "./exchange-federation-token";
export {
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
  FederationClaims,
  type FederationSigning,
} from "./federation-claims";
export { type HandOff, handOffToTool } from "./hand-off-to-tool";
export { type MintedToken, mintFederationToken } from "./mint-federation-token";
export { verifyFederationToken } from "./verify-federation-token";
