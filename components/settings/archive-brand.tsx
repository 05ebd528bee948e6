"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { MixedText } from "@/components/ui/content-text";
import { useToast } from "@/components/ui/toast-context";
import { isolated } from "@/lib/platform/isolated";
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
