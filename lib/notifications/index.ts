export { NOTICE_KINDS, NOTICE_WORDS, type NoticeKind } from "./kinds";
export type { OwnNotice } from "./list-own-notices";
