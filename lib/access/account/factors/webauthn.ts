/** What asks and verifies passkeys reads certificates of all kinds, which takes a third of the hub's start to load: it comes with the first passkey. */
export const loadWebauthn = () => import("@simplewebauthn/server");
