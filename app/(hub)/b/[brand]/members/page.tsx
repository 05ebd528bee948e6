import { MailOpen, Search, Users } from "lucide-react";
import type { Metadata } from "next";
import { InviteButton } from "@/components/members/member-buttons";
import { MemberDialogs } from "@/components/members/member-dialogs";
import { InvitationTable, MemberTable } from "@/components/members/member-table";
import { memberReasons, ownerReason, ROLE_LABEL } from "@/components/members/roles";
import { pathWith } from "@/components/ui/browser";
import { Card } from "@/components/ui/card";
import { MixedText } from "@/components/ui/content-text";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader, TabNav } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { NoMatches, SearchField } from "@/components/ui/search-field";
import { type BrandAccess, can } from "@/lib/access";
import { countInvitations, listInvitations, listMembers } from "@/lib/access/server";
import { ROLES } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import type { Ctx } from "@/lib/runtime/context";
import { brandPage } from "@/lib/web/auth/current-user";
import { foundOr404, oneOf, single } from "../../../page-query";
import type { BrandPageProps } from "../page-input";
import { giveRole, invite, leave, remove, resend, revoke } from "./actions";

export const metadata: Metadata = { title: "Members" };

type Query = Awaited<BrandPageProps["searchParams"]>;
type ListProps = { ctx: Ctx; access: BrandAccess; query: Query; path: string };

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_LABEL[role] }));

export default async function MembersPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/members");
  const { brand, role, userId } = access;
  const query = await searchParams;
  const invited = query.view === "invitations";
  const path = `/b/${brand.slug}/members`;
  const actions = {
    invite: invite.bind(null, brand.id),
    resend: resend.bind(null, brand.id),
    revoke: revoke.bind(null, brand.id),
    changeRole: giveRole.bind(null, brand.id),
    remove: remove.bind(null, brand.id),
    leave: leave.bind(null, brand.id, userId),
  };
  const List = invited ? Invitations : Members;
  const invitationsHref = pathWith(path, { view: "invitations" });
  return (
    <MemberDialogs
      actions={actions}
      brandName={brand.name}
      way={{ byMail: ctx.mail.configured, readBy: ctx.mail.readBy }}
      canManage={can(role, "manage")}
      ownerReason={ownerReason(role)}
      invitationsHref={invitationsHref}
    >
      <div className="flex flex-col gap-6">
        <PageHeader
          title="Members"
          description={
            <MixedText>{`People who work on ${bidiIsolate(brand.name)}. Your role: ${ROLE_LABEL[role]}.`}</MixedText>
          }
          actions={can(role, "manage") ? <InviteButton /> : null}
        />
        <div className="flex flex-col gap-4">
          <TabNav
            label="Members and invitations"
            items={[
              { href: path, label: "Members", current: !invited },
              {
                href: invitationsHref,
                label: "Invitations",
                current: invited,
                count: await countInvitations(ctx, { brandId: brand.id }),
              },
            ]}
          />
          <List ctx={ctx} access={access} query={query} path={path} />
        </div>
      </div>
    </MemberDialogs>
  );
}

async function Members({ ctx, access, query, path }: ListProps) {
  const { brand, role: readersRole, userId } = access;
  const [search, role, after] = [single(query.q) ?? "", oneOf(query.role, ROLES), single(query.after)];
  const { entries, next } = await foundOr404(listMembers(ctx, { brandId: brand.id, search, role, after }));
  const owners = await listMembers(ctx, { brandId: brand.id, role: "owner", limit: 2 });
  const reader = { userId, role: readersRole, lastOwner: owners.entries.length < 2 };
  const kept = { q: search, role };
  return (
    <>
      <FilterBar
        path={path}
        label="Filter members"
        params={kept}
        search={{ placeholder: "Name or email" }}
        choices={[{ name: "role", label: "Role", options: ROLE_OPTIONS }]}
      />
      {readersRole === "owner" && reader.lastOwner ? (
        <Notice>You’re the only owner. To change your role or leave, make another member an owner first.</Notice>
      ) : null}
      <Card flush>
        {entries.length > 0 ? (
          <MemberTable
            members={entries.map((member) => ({
              ...member,
              self: member.userId === userId,
              canManage: can(readersRole, "manage"),
              reasons: memberReasons(member, reader),
            }))}
          />
        ) : (
          <NoMatches icon={<Users />} title="No matching members" href={path}>
            No member has this name, email or role.
          </NoMatches>
        )}
      </Card>
      <CursorPages label="Member pages" path={path} kept={kept} after={after} next={next} />
    </>
  );
}

async function Invitations({ ctx, access, query, path }: ListProps) {
  const { brand, role } = access;
  const [search, after] = [single(query.q) ?? "", single(query.after)];
  const { entries, next } = await foundOr404(listInvitations(ctx, { brandId: brand.id, search, after }));
  const kept = { view: "invitations", q: search };
  return (
    <>
      <SearchField
        action={path}
        label="Search invitations"
        placeholder="Email"
        value={search}
        keep={{ view: "invitations" }}
        clearHref={pathWith(path, { view: "invitations" })}
      />
      <Card flush>
        {entries.length > 0 ? (
          <InvitationTable
            invitations={entries}
            now={ctx.now}
            canManage={can(role, "manage")}
            ownerReason={ownerReason(role)}
          />
        ) : (
          <EmptyState
            icon={search ? <Search /> : <MailOpen />}
            title={search ? `No invitation matches “${search}”` : "No pending invitations"}
          >
            {search ? null : "Invitations stay here until they are accepted, revoked or expire."}
          </EmptyState>
        )}
      </Card>
      <CursorPages newestFirst label="Invitation pages" path={path} kept={kept} after={after} next={next} />
    </>
  );
}
