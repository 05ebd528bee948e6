"use client";

import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { MixedText } from "@/components/ui/content-text";
import { momentText, ownZone } from "@/components/ui/date-text";
import { useAction } from "@/components/ui/hooks";
import { RowButton } from "@/components/ui/row-button";
import type { ArchivedBrand } from "@/lib/brands";
import { bidiIsolate } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";

export type ArchivedActions = {
  restore: (brandId: string) => Promise<FormResult<{ slug: string }>>;
  schedule: (brandId: string, typedSlug: string) => Promise<FormResult<{ dueAt: Date }>>;
  cancel: (brandId: string) => Promise<FormResult>;
};

type ArchivedButtonsProps = {
  brand: Pick<ArchivedBrand, "id" | "name" | "slug" | "deletionDueAt">;
  waitingDays: number;
  actions: ArchivedActions;
};

const inDays = (days: number) => (days === 0 ? "Within a minute" : days === 1 ? "In 1 day" : `In ${days} days`);

export function ArchivedButtons({ brand, waitingDays, actions }: ArchivedButtonsProps) {
  const router = useRouter();
  const { run, pending } = useAction();
  const { id, name, slug, deletionDueAt } = brand;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ConfirmDialog
        trigger={<RowButton verb="Restore" of={name} />}
        tone="primary"
        title={<MixedText>{`Restore ${bidiIsolate(name)}?`}</MixedText>}
        effect="Members, tools and API keys get access again. Cancelled invitations and deliveries are not restored, and the public page stays off."
        confirmLabel="Restore brand"
        act={() => actions.restore(id)}
        onOk={(restored) => {
          router.push(`/b/${restored.slug}`);
          return `${bidiIsolate(name)} restored`;
        }}
      />
      {deletionDueAt ? (
        <RowButton
          verb="Cancel deletion"
          of={`of ${name}`}
          pending={pending}
          onClick={() => run(() => actions.cancel(id), `${bidiIsolate(name)} won’t be deleted`)}
        />
      ) : (
        <ConfirmDialog
          trigger={<RowButton verb="Delete" of={name} />}
          title={<MixedText>{`Delete ${bidiIsolate(name)}?`}</MixedText>}
          effect={`${inDays(waitingDays)}, its versions, files, API keys, events, deliveries and activity are permanently deleted. Owners are notified and can cancel until then.`}
          typedConfirmation={slug}
          confirmLabel="Delete brand"
          act={() => actions.schedule(id, slug)}
          onOk={({ dueAt }) => `${bidiIsolate(name)} will be deleted on ${momentText(dueAt, "day", ownZone())}`}
        />
      )}
    </div>
  );
}
