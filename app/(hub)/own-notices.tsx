import { NoticeChoices } from "@/components/account/notice-choices";
import { NoticeList } from "@/components/account/notice-list";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { listOwnNotices, readNoticeChoices } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { chooseNotification } from "./account/actions";

/** What reaches the reader, in a sentence, where it is not simply their mail box. */
function howTold({ mail }: Ctx, emailVerified: boolean): string | null {
  if (!mail.configured) return "This hub sends no mail. What it would have sent you stands below.";
  if (!emailVerified) return "Your email is not confirmed yet. Until it is, what is about brands stands here alone.";
  return mail.readBy ? `This hub keeps its mails in place of sending them: ${mail.readBy} prints them.` : null;
}

/** What the reader is told of, chosen kind by kind, and what it was lately. */
export async function OwnNotices({ ctx, emailVerified }: { ctx: Ctx; emailVerified: boolean }) {
  const [choices, notices] = await Promise.all([readNoticeChoices(ctx), listOwnNotices(ctx)]);
  const told = howTold(ctx, emailVerified);
  return (
    <div className="flex flex-col gap-4">
      {told ? <Notice>{told}</Notice> : null}
      <Card>
        <NoticeChoices choices={choices} choose={chooseNotification} />
      </Card>
      <Card as="section" level={3} title="Lately" flush>
        <NoticeList notices={notices} now={ctx.now} mails={ctx.mail.configured} />
      </Card>
    </div>
  );
}
