"use client";

import { LogOut, MoreHorizontal, ShieldMinus, ShieldPlus, Trash2, UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { type Toast, useToast } from "@/components/ui/toast-context";
import type { Deactivation, Erasure } from "@/lib/access";
import { counted } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";

export type PersonActions = {
  deactivate: (personId: string) => Promise<FormResult<Deactivation>>;
  reactivate: (personId: string) => Promise<FormResult>;
  signOutEverywhere: (personId: string) => Promise<FormResult<number>>;
  setHubAdmin: (personId: string, on: boolean) => Promise<FormResult<boolean>>;
  erase: (personId: string, typedEmail: string) => Promise<FormResult<Erasure>>;
};

type PersonMenuProps = {
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

type Question = "sign-out" | "administrator" | "deactivate" | "reactivate" | "delete";

export function PersonMenu({ person, actions }: PersonMenuProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const { name, deactivated, self, hubAdmin, emailVerified } = person;
  return (
    <>
      <DropdownMenu
        trigger={<IconButton size="sm" icon={<MoreHorizontal />} label={`Actions for ${name}`} />}
        className="w-60"
      >
        {deactivated ? (
          <MenuItem icon={<UserCheck />} onSelect={() => setQuestion("reactivate")}>
            Reactivate
          </MenuItem>
        ) : (
          <MenuItem icon={<LogOut />} onSelect={() => setQuestion("sign-out")}>
            {self ? "Sign out other sessions" : "Sign out everywhere"}
          </MenuItem>
        )}
        {self || (deactivated && !hubAdmin) ? null : (
          <MenuItem
            icon={hubAdmin ? <ShieldMinus /> : <ShieldPlus />}
            disabledReason={!hubAdmin && !emailVerified && "This person hasn’t confirmed their email yet."}
            onSelect={() => setQuestion("administrator")}
          >
            {hubAdmin ? "Remove as administrator" : "Make administrator"}
          </MenuItem>
        )}
        {self ? null : (
          <>
            <MenuSeparator />
            {deactivated ? null : (
              <MenuItem icon={<UserX />} tone="danger" onSelect={() => setQuestion("deactivate")}>
                Deactivate
              </MenuItem>
            )}
            <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => setQuestion("delete")}>
              Delete account
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      <PersonQuestion person={person} actions={actions} question={question} close={() => setQuestion(null)} />
    </>
  );
}

type PersonQuestionProps = PersonMenuProps & { question: Question | null; close: () => void };

function PersonQuestion({ person, actions, question, close }: PersonQuestionProps) {
  const toast = useToast();
  const { id, name, email, self, hubAdmin } = person;
  const ask = <Data,>(asked: ConfirmDialogProps<Data>) => (
    <ConfirmDialog {...asked} open onOpenChange={(open) => open || close()} />
  );
  switch (question) {
    case null:
      return null;
    case "reactivate":
      return ask({
        tone: "primary",
        title: `Reactivate ${name}?`,
        effect:
          "They can sign in again and keep their roles. Revoked sessions, session tokens and invitations stay revoked.",
        confirmLabel: "Reactivate",
        act: () => actions.reactivate(id),
        onOk: `${name} can sign in again`,
      });
    case "sign-out":
      return ask({
        title: self ? "Sign out your other sessions?" : `Sign out ${name} everywhere?`,
        effect: self
          ? "This ends all your other sessions and revokes your session tokens. This browser stays signed in."
          : "This ends all their sessions and revokes their session tokens. They can sign in again.",
        confirmLabel: "Sign out everywhere",
        act: () => actions.signOutEverywhere(id),
        onOk: (ended) => `${counted(ended, "session")} ended`,
      });
    case "administrator":
      if (hubAdmin)
        return ask({
          title: `Remove ${name} as administrator?`,
          effect: "This signs them out. They keep their brands and roles but can’t open administration.",
          confirmLabel: "Remove as administrator",
          act: () => actions.setHubAdmin(id, false),
          onOk: `${name} is no longer an administrator`,
        });
      return ask({
        title: `Make ${name} a hub administrator?`,
        effect:
          "Administrators can register tools, grant access, archive brands, and deactivate or delete accounts. This signs them out, and takes effect when they sign in again.",
        confirmLabel: "Make administrator",
        act: () => actions.setHubAdmin(id, true),
        onOk: `${name} is an administrator from their next sign-in`,
      });
    case "deactivate":
      return ask({
        title: `Deactivate ${name}?`,
        effect:
          "This signs them out everywhere and revokes their session tokens, sign-ins to tools and invitations. They can’t sign in. Their work, roles and their brands' API keys stay.",
        confirmLabel: "Deactivate",
        act: () => actions.deactivate(id),
        onOk: (outcome) => toast(deactivatedToast(outcome)),
      });
    case "delete":
      return ask({
        title: `Delete account of ${name}?`,
        effect:
          "This signs them out everywhere, removes them from every brand and deletes their drafts. Their name, email, IP addresses and browsers are removed from the hub and its logs. What they published stays, credited to “Deleted member” and a number. This can’t be undone.",
        typedConfirmation: email,
        confirmLabel: "Delete account",
        act: () => actions.erase(id, email),
        onOk: ({ pseudonym }) => `Account deleted: ${pseudonym}`,
      });
  }
}
