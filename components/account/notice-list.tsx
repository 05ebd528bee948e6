import { BellOff } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import type { OwnNotice } from "@/lib/integrations";

export function NoticeList({ notices, now }: { notices: readonly OwnNotice[]; now: Date }) {
  if (notices.length === 0) {
    return <EmptyState level={3} icon={<BellOff />} title="No notifications" className="py-8" />;
  }
  return (
    <ul className="divide-y divide-line border-line border-t">
      {notices.map(({ id, text, happenedAt, mailed }) => (
        <li key={id} className="px-5 py-3">
          <p className="wrap-anywhere">{text}</p>
          <p className="text-[0.8125rem] text-muted">
            <TimeAgo value={happenedAt} now={now} />
            {mailed ? ", emailed" : ", not emailed"}
          </p>
        </li>
      ))}
    </ul>
  );
}
