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

/** That a person is deactivated, and what is left to do; it stays until it was read where that is something. */
function deactivatedToast({ name, soleOwnerOf }: Deactivation): Toast {
  const done = { tone: "success", title: `${name} is deactivated.` } as const;
  if (soleOwnerOf.length === 0) return done;
  const brands = soleOwnerOf.map((brand) => brand.name).join(", ");
  return {
    ...done,
    description: `${brands}: no other owner can sign in. To hand over, reactivate ${name} for as long as that takes.`,
    action: { label: "Understood", onSelect: () => {} },
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
        <Button size="sm" aria-label={`Delete the account of ${name}`}>
          Delete
        </Button>
      }
      title={`Delete the account of ${name}?`}
      effect="They are signed out everywhere and leave every brand; their drafts are thrown away. Their name, email, IP addresses and browsers go from the hub and its logs. What they published stays, by “Deleted member” and a number. Nobody can bring the account back."
      typedConfirmation={email}
      confirmLabel="Delete for good"
      act={() => erase(id, email)}
      onOk={({ pseudonym }) => toast({ tone: "success", title: `The account is deleted: ${pseudonym}.` })}
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
        title={`Take the administration of the hub from ${name}?`}
        effect="Their browsers are signed out. They can sign in again, with their brands and roles, and get no page of the administration any more."
        confirmLabel="Remove as administrator"
        act={() => setHubAdmin(id, false)}
        onOk={() => toast({ tone: "success", title: `${name} administers the hub no more.` })}
      />
    );
  }
  if (!emailVerified) {
    return (
      <Button
        size="sm"
        aria-label={`Make administrator: ${name}`}
        disabledReason="They have not confirmed their email yet"
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
      title={`Make ${name} an administrator of the hub?`}
      effect="They can then register tools, grant them to brands, archive brands, and deactivate or delete accounts. Their browsers are signed out, so that this begins with a sign-in of theirs."
      confirmLabel="Make administrator"
      act={() => setHubAdmin(id, true)}
      onOk={() => toast({ tone: "success", title: `${name} administers the hub from the next sign-in.` })}
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
          effect="They can sign in again as before, with the roles they have. Sessions, session tokens and invitations that ended stay ended."
          confirmLabel="Reactivate"
          act={() => actions.reactivate(id)}
          onOk={() => toast({ tone: "success", title: `${name} can sign in again.` })}
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
            ? "Every other browser of yours and every session token ends at once. This browser stays signed in."
            : "Every browser and every session token of theirs ends at once. They can sign in again."
        }
        confirmLabel="Sign out everywhere"
        act={() => actions.signOutEverywhere(id)}
        onOk={(ended) =>
          toast({ tone: "success", title: ended === 1 ? "1 session ended." : `${ended} sessions ended.` })
        }
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
          effect="Their sessions, session tokens, tools' access and open invitations end at once, and they cannot sign in by any way. Their work, roles and their brands' API keys stay."
          confirmLabel="Deactivate"
          act={() => actions.deactivate(id)}
          onOk={(outcome) => toast(deactivatedToast(outcome))}
        />
      )}
      {self ? null : <EraseButton person={person} erase={actions.erase} />}
    </div>
  );
}
