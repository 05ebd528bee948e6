import { NoticeChoices } from "@/components/account/notice-choices";
import { NoticeList } from "@/components/account/notice-list";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { listOwnNotices, readNoticeChoices } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { chooseNotification } from "./account/actions";

/** Says how notifications arrive, if not simply by mail. */
function deliveryNote({ mail }: Ctx, emailVerified: boolean): string | null {
  if (!mail.configured) return "This hub sends no mail. Notifications appear below.";
  if (!emailVerified)
    return "Confirm your email to get notifications about brands by mail. Until then they appear here only.";
  return mail.readBy ? `This hub doesn’t send its mail. Run ${mail.readBy} to read it.` : null;
}

export async function OwnNotices({ ctx, emailVerified }: { ctx: Ctx; emailVerified: boolean }) {
  const [choices, notices] = await Promise.all([readNoticeChoices(ctx), listOwnNotices(ctx)]);
  const note = deliveryNote(ctx, emailVerified);
  return (
    <div className="flex flex-col gap-4">
      {note ? <Notice>{note}</Notice> : null}
      <Card>
        <NoticeChoices choices={choices} choose={chooseNotification} />
      </Card>
      <Card as="section" level={3} title="Recent notifications" flush>
        <NoticeList notices={notices} now={ctx.now} />
      </Card>
    </div>
  );
}
