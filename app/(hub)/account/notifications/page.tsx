import { BellOff } from "lucide-react";
import type { Metadata } from "next";
import { NoticeChoices } from "@/components/account/notice-choices";
import { Card, Section } from "@/components/ui/card";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import { readAccount } from "@/lib/access/server";
import { listOwnNotices, readNoticeChoices } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { pageContext } from "@/lib/web/auth/current-user";
import { chooseNotification } from "../actions";

export const metadata: Metadata = { title: "Notifications" };

/** Says how notifications arrive, if not simply by mail. */
function deliveryNote({ mail }: Ctx, emailVerified: boolean): string | null {
  if (!mail.configured) return "This hub sends no mail. Notifications appear below.";
  if (!emailVerified)
    return "Confirm your email to get notifications about brands by mail. Until then they appear here only.";
  return mail.readBy ? `This hub doesn’t send its mail. Run ${mail.readBy} to read it.` : null;
}

export default async function NotificationsPage() {
  const ctx = await pageContext();
  const [{ emailVerified }, choices, notices] = await Promise.all([
    readAccount(ctx),
    readNoticeChoices(ctx),
    listOwnNotices(ctx),
  ]);
  const note = deliveryNote(ctx, emailVerified);
  return (
    <>
      <Section split title="Email notifications">
        <div className="flex flex-col gap-4">
          {note ? <Notice>{note}</Notice> : null}
          <Card>
            <NoticeChoices choices={choices} choose={chooseNotification} />
          </Card>
        </div>
      </Section>
      <Section split title="Recent notifications">
        <Card flush>
          {notices.length === 0 ? (
            <EmptyState level={3} icon={<BellOff />} title="No notifications" className="py-8" />
          ) : (
            <ul className="divide-y divide-line">
              {notices.map(({ id, text, happenedAt, mailed }) => (
                <li key={id} className="px-5 py-3">
                  <p className="wrap-anywhere">{text}</p>
                  <p className="text-[0.8125rem] text-muted">
                    <TimeAgo value={happenedAt} now={ctx.now} />
                    {mailed ? ", emailed" : ", not emailed"}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </Section>
    </>
  );
}
