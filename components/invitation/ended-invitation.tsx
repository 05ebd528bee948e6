import { MailX } from "lucide-react";
import type { ReactNode } from "react";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { TimeAgo } from "@/components/ui/time-ago";
import type { Invitation } from "@/lib/access";

type EndedInvitationProps = {
  /** null for a link that nobody knows. */
  invitation: Invitation | null;
  /** Where the brand is, for who has joined it with this account. */
  brandPath: string | null;
  now: Date;
};

function explain(invitation: Invitation | null, now: Date): { title: string; text: ReactNode } {
  if (!invitation) {
    const text = "The link may have been replaced by a newer one, or cut short on its way. Ask for a new one.";
    return { title: "This invitation leads nowhere", text };
  }
  const { brand, invitedBy, expiresAt, state } = invitation;
  if (state === "expired") {
    return {
      title: "This invitation has expired",
      text: (
        <>
          The link to join <ContentText>{brand.name}</ContentText> worked until <TimeAgo value={expiresAt} now={now} />.
          Ask {invitedBy ?? "somebody who runs the brand"} to send you a new one.
        </>
      ),
    };
  }
  if (state === "accepted") {
    return { title: "This invitation was accepted", text: `It let somebody join ${brand.name}, and works once only.` };
  }
  return { title: "This invitation was withdrawn", text: "It works no more. Ask who sent it to you." };
}

/** A link that lets nobody in any more: why, and what to do. */
export function EndedInvitation({ invitation, brandPath, now }: EndedInvitationProps) {
  const { title, text } = explain(invitation, now);
  return (
    <EmptyState
      level={1}
      title={title}
      icon={<MailX />}
      action={
        <LinkButton href={brandPath ?? "/"} variant="primary">
          {brandPath ? "Open the brand" : "Go to the start"}
        </LinkButton>
      }
    >
      {text}
    </EmptyState>
  );
}
