import { Fragment } from "react";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { EXPIRY_WARNING_DAYS, type KeysToAttend, type KeyToAttend } from "@/lib/integrations";

const MOST_NAMED = 5;

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 key ${one}` : `${count} keys ${many}`);

function Names({ keys, on }: { keys: readonly KeyToAttend[]; on: string }) {
  const named = keys.slice(0, MOST_NAMED);
  const more = keys.length - named.length;
  return (
    <>
      {named.map(({ id, name, expiresAt }, index) => (
        <Fragment key={id}>
          {index > 0 ? ", " : ""}“{name}” {on} <Moment value={expiresAt as Date} precision="day" />
        </Fragment>
      ))}
      {more > 0 ? ` and ${more} more` : ""}.
    </>
  );
}

type KeyWarningsProps = { attend: KeysToAttend; endedHref: string; makerLeftHref: string };

/** What of the brand's keys asks for somebody's hand, and what to do. */
export function KeyWarnings({ attend: { ending, ended, makerLeft }, endedHref, makerLeftHref }: KeyWarningsProps) {
  return (
    <>
      {ended.length > 0 ? (
        <Notice
          tone="danger"
          title={counted(ended.length, "has expired", "have expired")}
          action={<TextLink href={endedHref}>Show what ended</TextLink>}
        >
          <Names keys={ended} on="ended on" /> Whatever still uses it is answered 401: issue another key for it.
        </Notice>
      ) : null}
      {ending.length > 0 ? (
        <Notice
          tone="warning"
          title={`${counted(ending.length, "expires", "expire")} within ${EXPIRY_WARNING_DAYS} days`}
        >
          <Names keys={ending} on="ends on" /> Rotate it: the new key works at once, the old one on for as long as you
          choose.
        </Notice>
      ) : null}
      {makerLeft.length > 0 ? (
        <Notice
          tone="warning"
          title={counted(makerLeft.length, "was made by somebody who has left", "were made by people who have left")}
          action={<TextLink href={makerLeftHref}>Show them</TextLink>}
        >
          They go on working, and whoever made them may have kept them. Rotate those that a service needs, and revoke
          the rest.
        </Notice>
      ) : null}
    </>
  );
}
