import type { notices } from "@/db/schema";
import { type MailContent, quoted } from "@/lib/platform/mail/render-mail";
import type { NoticeDetails } from "./notice-details";

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

/** So many brands or keys stand by name. */
const NAMED = 10;
const list = new Intl.ListFormat("en");
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

function named(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const rest = distinct.length - NAMED;
  return list.format(rest > 0 ? [...distinct.slice(0, NAMED), `${rest} more`] : distinct);
}

/** How what people wrote stands in the text: as it is on a page, by `quoted` in a mail. */
type Say = (text: string) => string;

const brandsOf = (notices: readonly NoticeDetails[], say: Say) =>
  named(notices.flatMap(({ brand }) => (brand ? [say(brand.name)] : [])));
const nameOf = (brand: NoticeDetails["brand"], say: Say) => (brand ? say(brand.name) : "a brand");
const toolsOf = (notices: readonly NoticeDetails[], say: Say) =>
  named(notices.map(({ tool }) => say(tool?.name ?? "a tool")));

/** An endpoint as a person knows it: the tool, and where it is notified. */
const endpointOf = ({ tool }: NoticeDetails, say: Say) => `${say(tool?.name ?? "A tool")} (${say(tool?.host ?? "")})`;

interface Words {
  /** Of a mail about this alone. */
  subject(notices: readonly NoticeDetails[], say: Say): string;
  /** What belongs in one sentence. */
  together(notice: NoticeDetails): string;
  sentence(first: NoticeDetails, notices: readonly NoticeDetails[], say: Say): string;
  /** Below the brand's own page, where something is done about it. */
  path: string;
}

const reviewer = (review: NoticeDetails["review"], say: Say) => say(review?.by ?? "Somebody");

const alone = ({ id }: NoticeDetails) => id;

const WORDS: Record<NoticeKind, Words> = {
  endpoint_failing: {
    subject: (notices, say) => `The webhook of ${toolsOf(notices, say)} fails`,
    together: (notice) => endpointOf(notice, String),
    sentence: (first, notices, say) =>
      `${endpointOf(first, say)} has taken no webhook for an hour or longer. Brands: ${brandsOf(notices, say)}. The hub goes on trying, and turns the webhook off after five days of failures.`,
    path: "/developers/webhooks",
  },
  endpoint_off: {
    subject: (notices, say) => `The webhook of ${toolsOf(notices, say)} is off`,
    together: (notice) => `${endpointOf(notice, String)} ${notice.tool?.offReason}`,
    sentence: (first, notices, say) =>
      `The hub turned off the webhook of ${endpointOf(first, say)}: ${first.tool?.offReason ?? ""} Brands: ${brandsOf(notices, say)}. The tool is not notified of changes until somebody turns it on again; whatever it misses is offered then.`,
    path: "/developers/webhooks",
  },
  key_expiring: {
    subject: ({ length }) => (length === 1 ? "An API key expires soon" : `${length} API keys expire soon`),
    together: alone,
    sentence: ({ key, brand }, _, say) =>
      key
        ? `The API key ${say(key.name)} (…${key.lastFour}) of ${nameOf(brand, say)} expires on ${day.format(key.expiresAt)}. Rotate it before: whatever uses it is refused from then on.`
        : `An API key of ${nameOf(brand, say)} expires soon.`,
    path: "/developers/keys",
  },
  credential_expiring: {
    subject: (notices, say) => `A credential of ${toolsOf(notices, say)} expires soon`,
    together: alone,
    sentence: ({ key, tool }, _, say) => {
      const [what, then] = key?.isSecret
        ? ["signing secret", "from then on the hub signs with the others that the tool has, or sends it nothing"]
        : ["child app token", "whatever uses it is refused from then on"];
      return key
        ? `The ${what} ${say(key.name)} (…${key.lastFour}) of ${say(tool?.name ?? "a tool")} expires on ${day.format(key.expiresAt)}. Rotate it before: ${then}.`
        : `A credential of ${say(tool?.name ?? "a tool")} expires soon.`;
    },
    path: "",
  },
  new_manager: {
    subject: (notices, say) => `${brandsOf(notices, say)}: a new owner or admin`,
    together: alone,
    sentence: ({ manager, brand }, _, say) =>
      manager
        ? `${say(manager.name)} is now ${manager.role === "owner" ? "an owner" : "an admin"} of ${nameOf(brand, say)}.`
        : `${nameOf(brand, say)} has a new owner or admin.`,
    path: "/members",
  },
  publish_failed: {
    subject: (notices, say) => `${brandsOf(notices, say)}: a scheduled publish did not go out`,
    together: alone,
    sentence: ({ failure, brand }, _, say) =>
      `A scheduled publish of ${nameOf(brand, say)} did not go out. ${say(failure ?? "")} The draft is as it was.`,
    path: "/identity",
  },
  review_requested: {
    subject: (notices, say) => `${brandsOf(notices, say)}: a draft to review`,
    together: alone,
    sentence: ({ review, brand }, _, say) =>
      `${reviewer(review, say)} asks for a review of a draft of ${nameOf(brand, say)}.`,
    path: "/review",
  },
  review_answered: {
    subject: (notices, say) => `${brandsOf(notices, say)}: your draft was reviewed`,
    together: alone,
    sentence: ({ review, brand }, _, say) =>
      review?.action === "review.approved"
        ? `${reviewer(review, say)} approved your draft of ${nameOf(brand, say)}.`
        : `${reviewer(review, say)} asks for changes of your draft of ${nameOf(brand, say)}.`,
    path: "/review",
  },
  review_commented: {
    subject: (notices, say) => `${brandsOf(notices, say)}: comments in a review`,
    together: ({ brand, review }) => `${brand?.slug} ${review?.by}`,
    sentence: ({ review, brand }, { length }, say) =>
      `${reviewer(review, say)} wrote ${length === 1 ? "a comment" : `${length} comments`} in the review of a draft of ${nameOf(brand, say)}.`,
    path: "/review",
  },
};

/** What several notices say, in as few sentences as say it all: those of one endpoint in one, with its brands. */
export function sentencesOf(notices: readonly NoticeDetails[], say: Say): string[] {
  const groups = new Map<string, NoticeDetails[]>();
  for (const notice of notices) {
    const key = `${notice.kind} ${WORDS[notice.kind].together(notice)}`;
    groups.set(key, [...(groups.get(key) ?? []), notice]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [WORDS[first.kind].sentence(first, group, say)] : [];
  });
}

/** Where its reader sees what one kind of notice is about: in the one brand, or among all tools where they are no member. */
function pageFor(notices: readonly NoticeDetails[], { path }: Words): string {
  if (notices.every(({ isMember }) => !isMember)) return "/admin/tools";
  const slugs = [...new Set(notices.flatMap(({ brand }) => (brand ? [brand.slug] : [])))];
  return slugs.length === 1 ? `/b/${slugs[0]}${path}` : "/";
}

/** One mail about all that a person is to be told now. */
export function noticeMail(baseUrl: string, notices: readonly NoticeDetails[]): MailContent {
  const kinds = new Set(notices.map(({ kind }) => kind));
  const [first] = notices;
  const only = first && kinds.size === 1 ? WORDS[first.kind] : null;
  const settingsUrl = `${baseUrl}/account#notifications`;
  return {
    subject: only ? only.subject(notices, quoted) : `${notices.length} things need a look`,
    paragraphs: sentencesOf(notices, quoted),
    action: { label: "Look at it", url: `${baseUrl}${only ? pageFor(notices, only) : "/"}` },
    notes: [
      notices.every(({ review }) => review !== null)
        ? "You get this because you take part in the review, or are asked to."
        : "You get this because you own or administer the brand, or administer this hub. The same thing is told again after a day at the earliest.",
      `Choose what you are told of: ${settingsUrl}`,
    ],
    settingsUrl,
  };
}
