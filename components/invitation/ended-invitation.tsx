import { MailX } from "lucide-react";
import type { ReactNode } from "react";
import { AS_ROLE, ROLE_MEANING } from "@/components/members/roles";
import { Avatar } from "@/components/ui/avatar";
import { Card } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Moment, TimeAgo } from "@/components/ui/moment";
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

type InvitationCardProps = { invitation: Invitation; children: ReactNode };

/** Who invites whom, to which brand and as what, above what one can do about it. */
export function InvitationCard({ invitation, children }: InvitationCardProps) {
  const { brand, role, email, invitedBy, expiresAt } = invitation;
  return (
    <>
      <div className="mb-6 flex flex-col items-center gap-4 text-center">
        <Avatar name={brand.name} shape="square" size="lg" />
        <div>
          <h1 className="text-balance font-semibold text-[1.375rem] leading-8 tracking-[-0.015em] wrap-anywhere">
            Join <ContentText>{brand.name}</ContentText>
          </h1>
          <p className="mt-1 text-balance text-muted">
            {invitedBy ?? "Somebody who has left since"} invites{" "}
            <strong className="font-medium text-ink">{email}</strong> to join as{" "}
            <strong className="font-medium text-ink">{AS_ROLE[role]}</strong>. {ROLE_MEANING[role]}
          </p>
        </div>
      </div>
      <Card>{children}</Card>
      <p className="mt-5 text-center text-[0.8125rem] text-muted">
        The invitation works until <Moment value={expiresAt} />, once.
      </p>
    </>
  );
}
