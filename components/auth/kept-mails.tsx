import { Notice } from "@/components/ui/notice";

/** Says how to read mails on a demo hub that stores them. Renders nothing if mails are sent. */
export function KeptMails({ readBy }: { readBy: string | null }) {
  return readBy ? (
    <Notice className="mt-4" title="This is a demo">
      It doesn’t send mail. Run <code className="font-mono">{readBy}</code> in its folder to read the messages.
    </Notice>
  ) : null;
}
