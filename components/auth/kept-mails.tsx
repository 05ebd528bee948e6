import { Notice } from "@/components/ui/notice";

/** Where mails are to be read that the hub keeps instead of sending them; nothing where they are really sent. */
export function KeptMails({ readBy }: { readBy: string | null }) {
  return readBy ? (
    <Notice className="mt-4" title="This is a demo">
      It sends no mail: <code className="font-mono">{readBy}</code> in its folder prints what it would have sent.
    </Notice>
  ) : null;
}
