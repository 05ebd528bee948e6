export { whyNoFont } from "./font-files";
export { openKit, openPublicKit } from "./open-kit";
