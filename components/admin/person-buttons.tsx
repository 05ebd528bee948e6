"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { type Toast, useToast } from "@/components/ui/toast-context";
import type { Deactivation, Erasure } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

export type PersonActions = {
  deactivate: (personId: string) => Promise<FormResult<Deactivation>>;
  reactivate: (personId: string) => Promise<FormResult>;
  signOutEverywhere: (personId: string) => Promise<FormResult<number>>;
  setHubAdmin: (personId: string, on: boolean) => Promise<FormResult<boolean>>;
  erase: (personId: string, typedEmail: string) => Promise<FormResult<Erasure>>;
};

type PersonButtonsProps = {
  person: {
    id: string;
    name: string;
    email: string;
    deactivated: boolean;
    self: boolean;
    hubAdmin: boolean;
    emailVerified: boolean;
  };
  actions: PersonActions;
};

/** Stays until dismissed if brands are left without an owner. */
function deactivatedToast({ name, soleOwnerOf }: Deactivation): Toast {
  const done = { tone: "success", title: `${name} deactivated` } as const;
  if (soleOwnerOf.length === 0) return done;
  const brands = soleOwnerOf.map((brand) => brand.name).join(", ");
  return {
    ...done,
    description: `No active owner left: ${brands}. To transfer ownership, reactivate ${name} for a moment.`,
    action: { label: "Dismiss", onSelect: () => {} },
  };
}

type AdministratorButtonProps = {
  person: PersonButtonsProps["person"];
  setHubAdmin: PersonActions["setHubAdmin"];
};

type EraseButtonProps = { person: PersonButtonsProps["person"]; erase: PersonActions["erase"] };

function EraseButton({ person: { id, name, email }, erase }: EraseButtonProps) {
  const toast = useToast();
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" aria-label={`Delete account of ${name}`}>
          Delete
        </Button>
      }
      title={`Delete account of ${name}?`}
      effect="This signs them out everywhere, removes them from every brand and deletes their drafts. Their name, email, IP addresses and browsers are removed from the hub and its logs. What they published stays, credited to “Deleted member” and a number. This can’t be undone."
      typedConfirmation={email}
      confirmLabel="Delete account"
      act={() => erase(id, email)}
      onOk={({ pseudonym }) => toast({ tone: "success", title: `Account deleted: ${pseudonym}` })}
    />
  );
}

function AdministratorButton({ person, setHubAdmin }: AdministratorButtonProps) {
  const toast = useToast();
  const { id, name, hubAdmin, emailVerified } = person;
  if (hubAdmin) {
    return (
      <ConfirmDialog
        trigger={
          <Button size="sm" aria-label={`Remove as administrator: ${name}`}>
            Remove as administrator
          </Button>
        }
        title={`Remove ${name} as administrator?`}
        effect="This signs them out. They keep their brands and roles but can’t open administration."
        confirmLabel="Remove as administrator"
        act={() => setHubAdmin(id, false)}
        onOk={() => toast({ tone: "success", title: `${name} is no longer an administrator` })}
      />
    );
  }
  if (!emailVerified) {
    return (
      <Button
        size="sm"
        aria-label={`Make administrator: ${name}`}
        disabledReason="This person hasn’t confirmed their email yet."
      >
        Make administrator
      </Button>
    );
  }
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" aria-label={`Make administrator: ${name}`}>
          Make administrator
        </Button>
      }
      title={`Make ${name} a hub administrator?`}
      effect="Administrators can register tools, grant access, archive brands, and deactivate or delete accounts. This signs them out, and takes effect when they sign in again."
      confirmLabel="Make administrator"
      act={() => setHubAdmin(id, true)}
      onOk={() => toast({ tone: "success", title: `${name} is an administrator from their next sign-in` })}
    />
  );
}

export function PersonButtons({ person, actions }: PersonButtonsProps) {
  const toast = useToast();
  const { id, name, deactivated, self } = person;
  if (deactivated) {
    return (
      <div className="flex flex-wrap justify-end gap-2">
        <ConfirmDialog
          trigger={
            <Button size="sm" aria-label={`Reactivate ${name}`}>
              Reactivate
            </Button>
          }
          tone="primary"
          title={`Reactivate ${name}?`}
          effect="They can sign in again and keep their roles. Revoked sessions, session tokens and invitations stay revoked."
          confirmLabel="Reactivate"
          act={() => actions.reactivate(id)}
          onOk={() => toast({ tone: "success", title: `${name} can sign in again` })}
        />
        {person.hubAdmin ? <AdministratorButton person={person} setHubAdmin={actions.setHubAdmin} /> : null}
        <EraseButton person={person} erase={actions.erase} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ConfirmDialog
        trigger={
          <Button size="sm" aria-label={`Sign out ${name} everywhere`}>
            Sign out
          </Button>
        }
        title={self ? "Sign out your other sessions?" : `Sign out ${name} everywhere?`}
        effect={
          self
            ? "This ends all your other sessions and revokes your session tokens. This browser stays signed in."
            : "This ends all their sessions and revokes their session tokens. They can sign in again."
        }
        confirmLabel="Sign out everywhere"
        act={() => actions.signOutEverywhere(id)}
        onOk={(ended) => toast({ tone: "success", title: ended === 1 ? "1 session ended" : `${ended} sessions ended` })}
      />
      {self ? null : <AdministratorButton person={person} setHubAdmin={actions.setHubAdmin} />}
      {self ? null : (
        <ConfirmDialog
          trigger={
            <Button size="sm" aria-label={`Deactivate ${name}`}>
              Deactivate
            </Button>
          }
          title={`Deactivate ${name}?`}
          effect="This signs them out everywhere and revokes their session tokens, sign-ins to tools and invitations. They can’t sign in. Their work, roles and their brands' API keys stay."
          confirmLabel="Deactivate"
          act={() => actions.deactivate(id)}
          onOk={(outcome) => toast(deactivatedToast(outcome))}
        />
      )}
      {self ? null : <EraseButton person={person} erase={actions.erase} />}
    </div>
  );
}
