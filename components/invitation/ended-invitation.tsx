import { MailX } from "lucide-react";
import type { ReactNode } from "react";
import { AS_ROLE, ROLE_MEANING } from "@/components/members/roles";
import { Avatar } from "@/components/ui/avatar";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment, TimeAgo } from "@/components/ui/moment";
import { LinkButton } from "@/components/ui/text";
import type { Invitation } from "@/lib/access";

type EndedInvitationProps = {
  /** null for an unknown link. */
  invitation: Invitation | null;
  /** Set if the signed-in account has joined the brand. */
  brandPath: string | null;
  now: Date;
};

function explain(invitation: Invitation | null, now: Date): { title: string; text: ReactNode } {
  if (!invitation) {
    const text = "The link may be incomplete or replaced by a newer one. Ask for a new invitation.";
    return { title: "Invitation not found", text };
  }
  const { brand, invitedBy, expiresAt, state } = invitation;
  if (state === "expired") {
    return {
      title: "This invitation has expired",
      text: (
        <>
          The link to join <ContentText>{brand.name}</ContentText> expired <TimeAgo value={expiresAt} now={now} />. Ask{" "}
          {invitedBy ?? "an owner or admin of the brand"} for a new one.
        </>
      ),
    };
  }
  if (state === "accepted") {
    return { title: "This invitation was already accepted", text: `Each invitation to ${brand.name} works once.` };
  }
  return { title: "This invitation was revoked", text: "Ask the person who sent it for a new one." };
}

export function EndedInvitation({ invitation, brandPath, now }: EndedInvitationProps) {
  const { title, text } = explain(invitation, now);
  return (
    <EmptyState
      level={1}
      title={title}
      icon={<MailX />}
      action={
        <LinkButton href={brandPath ?? "/"} variant="primary">
          {brandPath ? "Open brand" : "Go to start page"}
        </LinkButton>
      }
    >
      {text}
    </EmptyState>
  );
}

type InvitationCardProps = {
  invitation: Invitation;
  logo: { src: string; background: string } | null;
  hexes: readonly string[];
  children: ReactNode;
};

export function InvitationCard({ invitation, logo, hexes, children }: InvitationCardProps) {
  const { brand, role, email, invitedBy, expiresAt } = invitation;
  return (
    <>
      <div className="overflow-clip rounded-2xl border border-line bg-surface">
        {logo ? (
          <div className="flex h-40 items-center justify-center p-8" style={{ backgroundColor: logo.background }}>
            {/* biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off */}
            <img src={logo.src} alt={`Logo of ${brand.name}`} className="max-h-full max-w-full object-contain" />
          </div>
        ) : null}
        {hexes.length > 0 ? (
          <div aria-hidden="true" className="flex h-3">
            {hexes.map((hex, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two colours may be equal
              <span key={index} className="grow" style={{ backgroundColor: hex }} />
            ))}
          </div>
        ) : null}
        <div className="flex flex-col gap-6 p-6 sm:p-8">
          <div className="flex flex-col gap-4">
            {logo ? null : <Avatar name={brand.name} shape="square" size="lg" />}
            <div>
              <h1 className="text-balance font-semibold text-[1.375rem] leading-8 tracking-[-0.015em] wrap-anywhere">
                Join <ContentText>{brand.name}</ContentText>
              </h1>
              <p className="mt-1 text-pretty text-muted wrap-anywhere">
                {invitedBy ?? "A former member"} invites <strong className="font-medium text-ink">{email}</strong> to
                join as <strong className="font-medium text-ink">{AS_ROLE[role]}</strong>. {ROLE_MEANING[role]}
              </p>
            </div>
          </div>
          <div>{children}</div>
        </div>
      </div>
      <p className="mt-5 text-center text-[0.8125rem] text-muted">
        This invitation works once and expires on <Moment value={expiresAt} precision="day" />.
      </p>
    </>
  );
}
