export { chooseNotice, readNoticeChoices } from "./choose-notices";
export { listOwnNotices } from "./list-own-notices";
export { runNoticeTick } from "./run-tick";
