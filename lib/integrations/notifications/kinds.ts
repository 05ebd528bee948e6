import type { notices } from "@/db/schema";

export type NoticeKind = (typeof notices.$inferSelect)["kind"];

interface KindWords {
  label: string;
  /** Who is told, and when. */
  hint: string;
}

export const NOTICE_WORDS: Record<NoticeKind, KindWords> = {
  endpoint_failing: {
    label: "A webhook fails",
    hint: "When a tool has taken nothing for an hour, for brands that you own or administer; for hub administrators, of every brand.",
  },
  endpoint_off: {
    label: "A webhook was turned off by the hub",
    hint: "When a tool answered 410 Gone, or failed for five days: it is not notified any more.",
  },
  key_expiring: {
    label: "An API key expires",
    hint: "14 days before, for keys of brands that you own or administer.",
  },
  credential_expiring: {
    label: "A tool’s token or secret expires",
    hint: "14 days before, to hub administrators.",
  },
  new_manager: {
    label: "Somebody became an owner or admin",
    hint: "Of a brand that you own or administer, by whatever way; also when you did it yourself, since it may not have been you.",
  },
  publish_failed: {
    label: "A scheduled publish did not go out",
    hint: "Of a draft of your own, or of a brand that you own or administer.",
  },
  review_requested: {
    label: "Somebody asks for a review",
    hint: "When you are asked by name, or everybody who may approve is.",
  },
  review_answered: {
    label: "Your draft was approved, or changes were asked for",
    hint: "When somebody answers a review of a draft of your own.",
  },
  review_commented: {
    label: "Somebody comments in a review",
    hint: "Of a draft of your own, or of one that you commented on or answered; once an hour at most.",
  },
};

export const NOTICE_KINDS = Object.keys(NOTICE_WORDS) as NoticeKind[];
