"use client";

import { useEffect, useState } from "react";
import { ChangeValue } from "@/components/diff/change-list";
import { ChangePictures } from "@/components/diff/change-pictures";
import { DraftChanges } from "@/components/diff/draft-changes";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { FormMessage } from "@/components/ui/field-parts";
import { Skeleton, SkeletonGroup } from "@/components/ui/loading";
import { RadioGroup } from "@/components/ui/radio-group";
import { diffChanges, entryNames, type FieldChange, type MergeConflict } from "@/lib/publishing";
import { type MergeChoices, type MergePreview, publisherText } from "./draft-environment";
import { useDraft, useDraftStep } from "./draft-provider";

export function MergeDialog({ open, onClose, onMerged }: { open: boolean; onClose: () => void; onMerged: () => void }) {
  const { previewMerge, merge, version, publishedSince } = useDraft();
  const [preview, setPreview] = useState<MergePreview | null>(null);
  const [choices, setChoices] = useState<MergeChoices>({});
  const { run, pending, error, setError } = useDraftStep();

  useEffect(() => {
    if (!open) return;
    let current = true;
    setPreview(null);
    setChoices({});
    setError("");
    void previewMerge().then((outcome) => {
      if (!current) return;
      if (outcome.ok) setPreview(outcome.data);
      else setError(outcome.message);
    });
    return () => {
      current = false;
    };
  }, [open, previewMerge, setError]);

  const open_ = preview?.conflicts.filter(({ path }) => !choices[path]).length ?? 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="lg"
      title={publisherText(publishedSince, version)}
      description="Your draft is based on an older version. Merge the newer one before you publish."
      footer={
        <>
          <DialogClose>Not now</DialogClose>
          <Button
            variant="primary"
            pending={pending}
            disabledReason={
              (!preview && "Comparing versions") ||
              (open_ > 0 && `Choose a side for ${open_ === 1 ? "the field" : `the ${open_} fields`} you both changed`)
            }
            onClick={() => preview && run(() => merge(preview.revision, choices), onMerged)}
          >
            Merge into my draft
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <FormMessage>{error}</FormMessage>
        {preview ? (
          <MergePlan
            preview={preview}
            choices={choices}
            choose={(path, side) => setChoices({ ...choices, [path]: side })}
          />
        ) : error ? null : (
          <SkeletonGroup label="Comparing your draft with the published version" className="flex flex-col gap-3">
            <Skeleton className="h-5 w-52" />
            <Skeleton className="h-24 w-full" />
          </SkeletonGroup>
        )}
      </div>
    </Dialog>
  );
}

type MergePlanProps = {
  preview: MergePreview;
  choices: MergeChoices;
  choose: (path: string, side: "mine" | "theirs") => void;
};

function MergePlan({ preview, choices, choose }: MergePlanProps) {
  const { conflicts, state } = preview;
  const names = entryNames(state.published, state.document);
  const disputed = new Set(conflicts.map(({ path }) => path));
  const theirs = state.changedSince.filter(({ path }) => !disputed.has(path));
  return (
    <>
      {conflicts.length > 0 ? (
        <section aria-label="Changed by both" className="flex flex-col gap-3">
          <h3 className="font-semibold">You both changed {conflicts.length === 1 ? "this field" : "these fields"}</h3>
          <ChangePictures values={conflicts.flatMap(({ mine, theirs }) => [mine, theirs])}>
            {conflicts.map((conflict) => (
              <RadioGroup
                key={conflict.path}
                look="cards"
                legend={conflict.label}
                name={conflict.path}
                value={choices[conflict.path] ?? ""}
                onValueChange={(side) => choose(conflict.path, side === "theirs" ? "theirs" : "mine")}
                options={[
                  { value: "mine", label: "Keep mine", hint: <Side conflict={conflict} side="mine" names={names} /> },
                  {
                    value: "theirs",
                    label: "Take theirs",
                    hint: <Side conflict={conflict} side="theirs" names={names} />,
                  },
                ]}
              />
            ))}
          </ChangePictures>
        </section>
      ) : null}
      {theirs.length > 0 ? (
        <section aria-label="Merged automatically" className="flex flex-col gap-3">
          <div>
            <h3 className="font-semibold">Merged automatically</h3>
            <p className="text-muted">You didn’t change {theirs.length === 1 ? "this field" : "these fields"}.</p>
          </div>
          <DraftChanges changes={theirs} before={state.published} after={state.document} />
        </section>
      ) : null}
    </>
  );
}

type SideProps = { conflict: MergeConflict; side: "mine" | "theirs"; names: ReadonlyMap<string, string> };

function Side({ conflict: { path, label, base, ...sides }, side, names }: SideProps) {
  const change: FieldChange = { path, part: "identity", label, before: base, after: sides[side] };
  return diffChanges([change], names).map((diff) => <ChangeValue key={path} change={diff} />);
}
