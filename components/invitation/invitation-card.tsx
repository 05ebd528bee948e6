import type { ReactNode } from "react";
import { AS_ROLE, ROLE_MEANING } from "@/components/members/roles";
import { Avatar } from "@/components/ui/avatar";
import { Card } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { Moment } from "@/components/ui/moment";
import type { Invitation } from "@/lib/access";

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
