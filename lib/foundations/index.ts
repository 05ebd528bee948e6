export { renameToken, setToken, whyNoMoreTokens, whyNotName, withStartingTokens } from "./edit-foundations";
export { foundationWarnings } from "./foundation-warnings";
export { publishFoundations } from "./publish-foundations";
export { startingToken } from "./starting-tokens";
export { borderCss, easingCss, lengthCss, shadowCss } from "./token-css";
export { foundationsInWords, GROUP_NAMES, tokenText } from "./token-words";
export { type TokenValue, tokensOf, toMs, toPx } from "./tokens-of";
