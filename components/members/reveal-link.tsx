import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { DialogFooter } from "@/components/ui/dialog";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { InvitationLink } from "./types";

type RevealLinkProps = { revealed: InvitationLink & { link: string }; onSent: () => void };

/** The link of an invitation, to hand over; the hub cannot show it again, but it can make a new one. */
export function RevealLink({ revealed, onSent }: RevealLinkProps) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title="This hub sends no mail">
        Copy the link and send it to {revealed.email} yourself. It is shown this once; a new link can be made at any
        time and ends this one. Who joins by it has not proved that the email is theirs.
      </Notice>
      <CodeBlock code={revealed.link} label="Invitation link" />
      <p className="text-muted">
        It works until <Moment value={revealed.expiresAt} className="font-medium text-ink" />, once, and for this email
        alone.
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onSent}>
          I have copied it
        </Button>
      </DialogFooter>
    </div>
  );
}
