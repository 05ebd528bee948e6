"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Switch } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { MixedText } from "@/components/ui/content-text";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/empty-state";
import { Field, Input } from "@/components/ui/field";
import { SettingsForm, useFormResult } from "@/components/ui/form";
import { useAction } from "@/components/ui/hooks";
import { ChoiceField, Select } from "@/components/ui/select";
import { TextLink } from "@/components/ui/text";
import { useToast } from "@/components/ui/toast-context";
import { useSwitched } from "@/components/ui/use-switched";
import { bidiIsolate } from "@/lib/platform/text";
import { MAX_APPROVALS } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

type NamesFormProps = {
  rename: (form: FormData) => Promise<FormResult<{ slug: string }>>;
  name: string;
  slug: string;
};

export function NamesForm({ rename, name, slug }: NamesFormProps) {
  const [newSlug, setNewSlug] = useState(slug);
  const router = useRouter();
  const form = useFormResult(
    rename,
    (data, said) => {
      if (data.slug !== slug) router.replace(`/b/${data.slug}/settings`);
      return said ?? "Saved";
    },
    ["name", "slug"],
  );
  return (
    <Card>
      <SettingsForm form={form} submitLabel="Save and publish" pendingLabel="Publishing…">
        <Field label="Name" error={form.errorOf("name")} required>
          <Input name="name" defaultValue={name} autoComplete="off" />
        </Field>
        <Field
          label="Address"
          hint="Part of every link to the brand. Lower-case letters, digits and single hyphens."
          error={form.errorOf("slug")}
          required
        >
          <Input
            name="slug"
            mono
            value={newSlug}
            onChange={(event) => setNewSlug(event.target.value)}
            autoComplete="off"
          />
        </Field>
        {newSlug !== slug ? (
          <Notice tone="warning" title="A new address affects tools">
            Links with “{slug}” keep working. Tools that identify the brand by its address see the new one in the next
            brand data and in the cookie hub_active_brand. No other brand can ever use “{slug}”.
          </Notice>
        ) : null}
      </SettingsForm>
    </Card>
  );
}

type ApprovalsChoiceProps = {
  set: (approvals: number) => Promise<FormResult>;
  required: number;
  approvers: number;
};

const OPTIONS = Array.from({ length: MAX_APPROVALS + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? "None" : String(count),
}));

export function ApprovalsChoice({ set, required, approvers }: ApprovalsChoiceProps) {
  const [shown, show] = useOptimistic(required);
  const { run } = useAction();
  // The draft's editor may be one of them, and can't approve it.
  const others = Math.max(approvers - 1, 0);
  const change = (approvals: number) =>
    run(
      () => {
        show(approvals);
        return set(approvals);
      },
      (_, said) => said ?? "Saved",
    );
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <ChoiceField
          label="Required approvals"
          hint="From owners, admins or editors who didn’t edit the draft. Any later edit resets them."
          options={OPTIONS}
          value={String(shown)}
          onChange={(approvals) => change(Number(approvals))}
        />
        {shown > others ? (
          <Notice tone="warning" title="Too few approvers">
            {others === 0 ? "Nobody else" : others === 1 ? "Only one other person" : `Only ${others} other people`} in
            this brand can approve a draft, so nobody can publish. Invite editors or choose a lower number.
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}

type PublicPageSwitchProps = {
  setPublic: (on: boolean) => Promise<FormResult>;
  on: boolean;
  url: string;
};

export function PublicPageSwitch({ setPublic, on, url }: PublicPageSwitchProps) {
  const { shown, change } = useSwitched(on, setPublic);
  const [confirming, setConfirming] = useState(false);
  return (
    <Card>
      <Switch
        label="Public page"
        hint="Never shows drafts. Search engines can find the page."
        checked={shown}
        onCheckedChange={(next) => (next ? change(true) : setConfirming(true))}
      />
      {shown ? (
        <p className="mt-4 flex flex-wrap items-center gap-2 border-line border-t pt-4">
          <TextLink href={url} external>
            {url}
          </TextLink>
          <CopyButton value={url} label="Copy link" />
        </p>
      ) : null}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Turn off the public page?"
        effect={
          <>
            <span className="break-all font-mono text-[0.8125rem]">{url}</span> and its downloads stop working at once.
          </>
        }
        confirmLabel="Turn off"
        onOk={() => change(false)}
      />
    </Card>
  );
}

export function ArchiveBrand({ archive, name }: { archive: (typedName: string) => Promise<FormResult>; name: string }) {
  const toast = useToast();
  const router = useRouter();
  return (
    <Card>
      <p className="mb-4 max-w-prose text-muted">
        Nothing is deleted. Owners can restore or delete the brand under Archived brands in their account.
      </p>
      <ConfirmDialog
        trigger={<Button variant="danger">Archive brand</Button>}
        title={<MixedText>{`Archive ${bidiIsolate(name)}?`}</MixedText>}
        effect="Members, tools, API keys and invitations lose access at once. The public page is turned off and pending deliveries are cancelled."
        typedConfirmation={name}
        confirmLabel="Archive brand"
        act={() => archive(name)}
        onOk={() => {
          toast({
            tone: "success",
            title: `${bidiIsolate(name)} archived`,
            action: { label: "Archived brands", onSelect: () => router.push("/archived") },
          });
          router.push("/");
          // Drops the router's cached pages of the brand, which Back would show.
          router.refresh();
        }}
      />
    </Card>
  );
}

type TransferBrandProps = {
  transfer: (userId: string) => Promise<FormResult>;
  heirs: readonly { userId: string; name: string; email: string }[];
  nobody: string;
  brandName: string;
};

export function TransferBrand({ transfer, heirs, nobody, brandName }: TransferBrandProps) {
  const [chosen, choose] = useState("");
  const [confirming, setConfirming] = useState(false);
  const heir = heirs.find(({ userId }) => userId === chosen);
  const missing = heirs.length === 0 ? nobody : heir ? null : "Choose a member.";
  return (
    <Card>
      <Field label="New owner">
        <Select value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="">Choose a member</option>
          {heirs.map(({ userId, name, email }) => (
            <option key={userId} value={userId}>
              {name} ({email})
            </option>
          ))}
        </Select>
      </Field>
      <Button className="mt-4" variant="danger" disabledReason={missing} onClick={() => setConfirming(true)}>
        Transfer brand
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={<MixedText>{`Transfer ${bidiIsolate(brandName)} to ${bidiIsolate(heir?.name ?? "")}?`}</MixedText>}
        effect={`${bidiIsolate(heir?.name ?? "")} becomes an owner and you become an admin. You can no longer archive the brand or make owners. Only an owner can reverse this.`}
        confirmLabel="Transfer brand"
        act={() => transfer(chosen)}
        onOk={() => {
          choose("");
          return `${bidiIsolate(brandName)} now belongs to ${bidiIsolate(heir?.name ?? "")}`;
        }}
      />
    </Card>
  );
}
