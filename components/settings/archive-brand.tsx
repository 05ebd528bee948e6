"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { MixedText } from "@/components/ui/content-text";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast-context";
import { isolated } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";

type ArchiveBrandProps = { archive: (typedName: string) => Promise<FormResult>; name: string; reason: string | null };

/** Archives the brand once its name was typed; every effect stands there before. */
export function ArchiveBrand({ archive, name, reason }: ArchiveBrandProps) {
  const toast = useToast();
  const router = useRouter();
  const button = (
    <Button variant="danger" disabledReason={reason}>
      Archive this brand
    </Button>
  );
  return (
    <Card>
      <p className="mb-4 max-w-prose text-muted">
        It leaves every list, its tools get a 404 for its bundle, its API keys and invitations stop working, its public
        page is turned off, and what is waiting to be delivered is cancelled. Nothing is erased: under Archived brands,
        in the account, an owner brings it back or has it deleted.
      </p>
      {reason ? (
        button
      ) : (
        <ConfirmDialog
          trigger={button}
          title={<MixedText>{`Archive ${isolated(name)}?`}</MixedText>}
          effect="Its bundle, keys, invitations, public page and pending deliveries stop at once, for every member and tool."
          typedConfirmation={name}
          confirmLabel="Archive"
          act={() => archive(name)}
          onOk={() => {
            toast({
              tone: "success",
              title: `${isolated(name)} is archived.`,
              action: { label: "Archived brands", onSelect: () => router.push("/archived") },
            });
            router.push("/");
            // Drops what the router kept of the brand, to which the way back led.
            router.refresh();
          }}
        />
      )}
    </Card>
  );
}

type TransferBrandProps = {
  transfer: (userId: string) => Promise<FormResult>;
  heirs: readonly { userId: string; name: string; email: string }[];
  /** What to say where nobody can be chosen. */
  nobody: string;
  brandName: string;
  reason: string | null;
};

/** Chooses a member and makes them the owner, after asking. */
export function TransferBrand({ transfer, heirs, nobody, brandName, reason }: TransferBrandProps) {
  const [chosen, choose] = useState("");
  const [asking, ask] = useState(false);
  const toast = useToast();
  const heir = heirs.find(({ userId }) => userId === chosen);
  const missing = heirs.length === 0 ? nobody : heir ? null : "Choose a member first.";
  return (
    <Card>
      <DisabledScope reason={reason} className="mb-4">
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
      </DisabledScope>
      <Button className="mt-4" variant="danger" disabledReason={reason ?? missing} onClick={() => ask(true)}>
        Transfer
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={<MixedText>{`Give ${isolated(brandName)} to ${isolated(heir?.name ?? "")}?`}</MixedText>}
        effect={`${isolated(heir?.name ?? "")} becomes an owner and you become an admin: you can no longer archive the brand or make owners, and only an owner can give that back.`}
        confirmLabel="Transfer"
        act={() => transfer(chosen)}
        onOk={() => {
          toast({ title: `${isolated(brandName)} belongs to ${isolated(heir?.name ?? "")} now.`, tone: "success" });
          choose("");
        }}
      />
    </Card>
  );
}
