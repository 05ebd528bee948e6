export { exchangeFederationToken, type FederatedUser } from "./exchange-federation-token";
export { enterFederatedBrand } from "./federated-place";
export {
  authenticateFederationToken,
  describeFederationToken,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
  FederationClaims,
  verifyFederationToken,
} from "./federation-token";
export { findConnectedTool, handOffToTool, ToolTurnedOff } from "./hand-off-to-tool";
export { mintFederationToken } from "./mint-federation-token";
