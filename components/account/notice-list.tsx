import { BellOff } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import type { OwnNotice } from "@/lib/integrations";

type NoticeListProps = {
  notices: readonly OwnNotice[];
  now: Date;
  /** Whether the hub sends mails. */
  mails: boolean;
};

export function NoticeList({ notices, now, mails }: NoticeListProps) {
  if (notices.length === 0) {
    return (
      <EmptyState level={3} icon={<BellOff />} title="Nothing to tell" className="py-8">
        What is over stands here no more.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line border-line border-t">
      {notices.map(({ id, text, happenedAt, mailed }) => (
        <li key={id} className="px-5 py-3">
          <p className="wrap-anywhere">{text}</p>
          <p className="text-[0.8125rem] text-muted">
            <TimeAgo value={happenedAt} now={now} />
            {mailed ? ", told by mail" : mails ? ", told here" : ", not sent: this hub sends no mail"}
          </p>
        </li>
      ))}
    </ul>
  );
}
