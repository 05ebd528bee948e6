"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { MixedText } from "@/components/ui/content-text";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast-context";
import { bidiIsolate } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";

type ArchiveBrandProps = { archive: (typedName: string) => Promise<FormResult>; name: string };

export function ArchiveBrand({ archive, name }: ArchiveBrandProps) {
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
