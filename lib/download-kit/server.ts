export { whyNoFont } from "./font-files";
export { openAssets } from "./open-assets";
export { openKit, openPublicKit } from "./open-kit";
