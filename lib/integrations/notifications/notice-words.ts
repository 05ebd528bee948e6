import type { notices } from "@/db/schema";
import { type MailContent, quoted } from "@/lib/platform/mail/render-mail";
import type { NoticeDetails } from "./notice-details";

export type NoticeKind = (typeof notices.$inferSelect)["kind"];

interface KindWords {
  label: string;
  hint: string;
}

export const NOTICE_WORDS: Record<NoticeKind, KindWords> = {
  endpoint_failing: {
    label: "Webhook failing",
    hint: "After one hour without a successful delivery.",
  },
  endpoint_off: {
    label: "Webhook turned off",
    hint: "When a tool answers 410 Gone or fails for 5 days.",
  },
  key_expiring: {
    label: "API key expiring",
    hint: "14 days in advance.",
  },
  credential_expiring: {
    label: "Tool credential expiring",
    hint: "14 days in advance, for hub administrators.",
  },
  new_manager: {
    label: "New owner or admin",
    hint: "Also for your own changes, in case someone uses your account.",
  },
  publish_failed: {
    label: "Scheduled publish failed",
    hint: "For your drafts, and brands you own or administer.",
  },
  review_requested: {
    label: "Review requested",
    hint: "When a review is requested from you, or from all approvers.",
  },
  review_answered: {
    label: "Review completed",
    hint: "When someone approves your draft or requests changes.",
  },
  review_commented: {
    label: "Review comment",
    hint: "On your drafts and reviews you took part in. At most once an hour.",
  },
};

export const NOTICE_KINDS = Object.keys(NOTICE_WORDS) as NoticeKind[];

const MAX_NAMES = 10;
const list = new Intl.ListFormat("en");
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

function named(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const rest = distinct.length - MAX_NAMES;
  return list.format(rest > 0 ? [...distinct.slice(0, MAX_NAMES), `${rest} more`] : distinct);
}

/** Renders text by people: unchanged on a page, `quoted` in a mail. */
type Say = (text: string) => string;

const brandsOf = (notices: readonly NoticeDetails[], say: Say) =>
  named(notices.flatMap(({ brand }) => (brand ? [say(brand.name)] : [])));
const nameOf = (brand: NoticeDetails["brand"], say: Say) => (brand ? say(brand.name) : "a brand");
const toolsOf = (notices: readonly NoticeDetails[], say: Say) =>
  named(notices.map(({ tool }) => say(tool?.name ?? "a tool")));

const endpointOf = ({ tool }: NoticeDetails, say: Say) => `${say(tool?.name ?? "A tool")} (${say(tool?.host ?? "")})`;

interface Words {
  subject(notices: readonly NoticeDetails[], say: Say): string;
  /** Notices with the same key share a sentence; each has its sentence by default. */
  together?(notice: NoticeDetails): string;
  sentence(first: NoticeDetails, notices: readonly NoticeDetails[], say: Say): string;
  /** Below the brand's URL. */
  path: string;
}

const reviewer = (review: NoticeDetails["review"], say: Say) => say(review?.by ?? "A former member");

const WORDS: Record<NoticeKind, Words> = {
  endpoint_failing: {
    subject: (notices, say) => `Webhook of ${toolsOf(notices, say)} is failing`,
    together: (notice) => endpointOf(notice, String),
    sentence: (first, notices, say) =>
      [
        `${endpointOf(first, say)} hasn’t accepted a webhook for at least an hour. Brands: ${brandsOf(notices, say)}.`,
        "The hub keeps trying and turns the webhook off after 5 days of failures.",
      ].join(" "),
    path: "/developers/webhooks",
  },
  endpoint_off: {
    subject: (notices, say) => `Webhook of ${toolsOf(notices, say)} is off`,
    together: (notice) => `${endpointOf(notice, String)} ${notice.tool?.offReason}`,
    sentence: (first, notices, say) =>
      [
        `The hub turned off the webhook of ${endpointOf(first, say)}: ${first.tool?.offReason ?? ""}`,
        `Brands: ${brandsOf(notices, say)}. Turn it on again to notify the tool of changes.`,
        "You can then replay missed deliveries.",
      ].join(" "),
    path: "/developers/webhooks",
  },
  key_expiring: {
    subject: ({ length }) => (length === 1 ? "An API key expires soon" : `${length} API keys expire soon`),
    sentence: ({ key, brand }, _, say) =>
      key
        ? [
            `The API key ${say(key.name)} (…${key.lastFour}) of ${nameOf(brand, say)} expires on`,
            `${day.format(key.expiresAt)}. Rotate it before then, or services that use it will get 401.`,
          ].join(" ")
        : `An API key of ${nameOf(brand, say)} expires soon.`,
    path: "/developers/keys",
  },
  credential_expiring: {
    subject: (notices, say) => `A credential of ${toolsOf(notices, say)} expires soon`,
    sentence: ({ key, tool }, _, say) => {
      const [what, then] = key?.isSecret
        ? [
            "signing secret",
            "or the hub signs with the tool’s other secrets, and stops sending webhooks if there are none",
          ]
        : ["child app token", "or the tool will get 401"];
      return key
        ? [
            `The ${what} ${say(key.name)} (…${key.lastFour}) of ${say(tool?.name ?? "a tool")} expires on`,
            `${day.format(key.expiresAt)}. Rotate it before then, ${then}.`,
          ].join(" ")
        : `A credential of ${say(tool?.name ?? "a tool")} expires soon.`;
    },
    path: "",
  },
  new_manager: {
    subject: (notices, say) => `${brandsOf(notices, say)}: new owner or admin`,
    sentence: ({ manager, brand }, _, say) =>
      manager
        ? `${say(manager.name)} is now ${manager.role === "owner" ? "an owner" : "an admin"} of ${nameOf(brand, say)}.`
        : `${nameOf(brand, say)} has a new owner or admin.`,
    path: "/members",
  },
  publish_failed: {
    subject: (notices, say) => `${brandsOf(notices, say)}: scheduled publish failed`,
    sentence: ({ failure, brand }, _, say) =>
      `A scheduled publish of ${nameOf(brand, say)} failed. ${say(failure ?? "")} The draft is unchanged.`,
    path: "/identity",
  },
  review_requested: {
    subject: (notices, say) => `${brandsOf(notices, say)}: review requested`,
    sentence: ({ review, brand }, _, say) =>
      `${reviewer(review, say)} requested a review of a draft of ${nameOf(brand, say)}.`,
    path: "/review",
  },
  review_answered: {
    subject: (notices, say) => `${brandsOf(notices, say)}: your draft was reviewed`,
    sentence: ({ review, brand }, _, say) =>
      review?.action === "review.approved"
        ? `${reviewer(review, say)} approved your draft of ${nameOf(brand, say)}.`
        : `${reviewer(review, say)} requested changes to your draft of ${nameOf(brand, say)}.`,
    path: "/review",
  },
  review_commented: {
    subject: (notices, say) => `${brandsOf(notices, say)}: new review comments`,
    together: ({ brand, review }) => `${brand?.slug} ${review?.by}`,
    sentence: ({ review, brand }, { length }, say) => {
      const comments = length === 1 ? "a comment" : `${length} comments`;
      return `${reviewer(review, say)} wrote ${comments} on a draft of ${nameOf(brand, say)}.`;
    },
    path: "/review",
  },
};

/** Returns one sentence per group of notices, for example one per endpoint with its brands. */
export function sentencesOf(notices: readonly NoticeDetails[], say: Say): string[] {
  const groups = new Map<string, NoticeDetails[]>();
  for (const notice of notices) {
    const key = `${notice.kind} ${WORDS[notice.kind].together?.(notice) ?? notice.id}`;
    groups.set(key, [...(groups.get(key) ?? []), notice]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [WORDS[first.kind].sentence(first, group, say)] : [];
  });
}

/** Returns the page for one kind of notice: in the only brand, or the tools page for non-members. */
function pageFor(notices: readonly NoticeDetails[], { path }: Words): string {
  if (notices.every(({ isMember }) => !isMember)) return "/admin/tools";
  const slugs = [...new Set(notices.flatMap(({ brand }) => (brand ? [brand.slug] : [])))];
  return slugs.length === 1 ? `/b/${slugs[0]}${path}` : "/";
}

/** Returns one mail for all of a person's due notices. */
export function noticeMail(baseUrl: string, notices: readonly NoticeDetails[]): MailContent {
  const kinds = new Set(notices.map(({ kind }) => kind));
  const [first] = notices;
  const only = first && kinds.size === 1 ? WORDS[first.kind] : null;
  const settingsUrl = `${baseUrl}/account/notifications`;
  return {
    subject: only ? only.subject(notices, quoted) : `${notices.length} new notifications`,
    paragraphs: sentencesOf(notices, quoted),
    action: { label: "View details", url: `${baseUrl}${only ? pageFor(notices, only) : "/"}` },
    notes: [
      notices.every(({ review }) => review !== null)
        ? "You get this because you take part in this review."
        : "You get this because you manage the brand or this hub. Reminders come at most once a day.",
      `Manage notifications: ${settingsUrl}`,
    ],
    settingsUrl,
  };
}
