"use client";

import { Palette, Pipette, Plus, WandSparkles } from "lucide-react";
import { useMemo, useState } from "react";
import { useDraft, useEditHistory } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/publish-bar";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import type { SignFiles } from "@/components/files/file-facts";
import { send } from "@/components/files/send";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { Button } from "@/components/ui/button";
import { Badge, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { useLate } from "@/components/ui/hooks";
import { PageHeader } from "@/components/ui/page-header";
import { reached } from "@/components/ui/reached";
import { LiveRegion } from "@/components/ui/skip-link";
import { usePanelAddress } from "@/components/ui/use-panel-address";
import {
  addColor,
  type BrandDocument,
  changeColor,
  DEFAULT_SEED,
  DOCUMENT_LIMITS,
  moveColor,
  type PaletteEntry,
  REQUIRED_CONTRAST,
  removeColor,
  type SignedFilePath,
  thumbnailOf,
} from "@/lib/content";
import { COLOR_ROLES } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import type { FormResult } from "@/lib/web/actions/form-result";
import { ColorList } from "./color-list";
import { ColorFormatChoice } from "./color-values";
import { PaletteContrast } from "./contrast-table";
import { ExportButton } from "./export-button";
import { LateSection, PaletteDepth } from "./palette-depth";
import type { RegenerateStart } from "./regenerate-dialog";
import { SOURCE_LABELS } from "./stated-colors";
import { type DepthProps, PICTURE_PX, type PictureColors, type Swatch } from "./types";
import { useSwatches } from "./use-swatches";

type NoColorsProps = { canEdit: boolean; onStart: (start: RegenerateStart) => void; onAdd: () => void };

function NoColors({ canEdit, onStart, onAdd }: NoColorsProps) {
  if (!canEdit) return <EmptyState framed icon={<Palette />} title="No colours yet" />;
  return (
    <EmptyState
      framed
      icon={<Palette />}
      title="No colours yet"
      action={
        <>
          <Button variant="primary" icon={<WandSparkles />} onClick={() => onStart("colour")}>
            Generate from a colour
          </Button>
          <Button icon={<Pipette />} onClick={() => onStart("picture")}>
            Extract from a logo
          </Button>
          <Button icon={<Plus />} onClick={onAdd}>
            Add colour
          </Button>
        </>
      }
    >
      Start from one colour. The hub generates a palette with readable text.
    </EmptyState>
  );
}

const loadColorDialog = () => import("./color-dialog").then(({ ColorDialog }) => ColorDialog);
const loadRegenerateDialog = () => import("./regenerate-dialog").then(({ RegenerateDialog }) => RegenerateDialog);
const loadColorDetails = () => import("./color-details").then(({ ColorDetails }) => ColorDetails);

const CONTRAST = {
  title: "Contrast",
  description: "WCAG 2.2 AA: text needs 4.5:1 on each background, primary and accent 3:1.",
};
const loadContrast = async () => PaletteContrast;

/** Pairs rated with the page. Finding a fix takes about 10 ms per pair, on the server too. */
const MAX_PAIRS = 60;

const countPairs = (palette: readonly PaletteEntry[]): number =>
  palette.filter(({ role }) => role === "background").length *
  palette.filter(({ role }) => REQUIRED_CONTRAST[role] !== undefined).length;

const DIALOGS = ["add-colour", "regenerate"] as const;
const EDITED = { parameter: "colour", prefixes: [] };
const DETAILED = { parameter: "shades", prefixes: [] };

const ONLY_MANAGERS_LOCK = "Only owners and admins can lock and unlock colours";

type PaletteScreenProps = {
  signedUrls: Record<string, SignedFilePath>;
  /** URL of the latest published version, to which formats are added. */
  versionUrl: string;
  signFiles: SignFiles;
  readFileColors: (input: { brandId: string; sha256: string }) => Promise<FormResult<PictureColors>>;
};

export function PaletteScreen({ signedUrls, versionUrl, signFiles, readFileColors }: PaletteScreenProps) {
  const { document, update, canEdit, canLock, reason, brandId, brandSlug } = useDraft();
  const { colors, logos } = document;
  const { palette } = colors;
  const swatches = useSwatches();
  const setColors = useMemo(
    () => (next: BrandDocument["colors"]) => update((current) => ({ ...current, colors: next })),
    [update],
  );
  const { edit, undo, redo, undoLabel, redoLabel, announcement } = useEditHistory(colors, setColors, canEdit);
  const [added, setAdded] = useState<PaletteEntry | null>(null);
  const [start, setStart] = useState<RegenerateStart>("colour");
  const { id: editedId, go: goToEdit } = usePanelAddress(EDITED);
  const { id: detailedId, go: goToDetails } = usePanelAddress(DETAILED);
  const { part: ColorDialog, need: needDialog } = useLate(loadColorDialog, editedId !== null);
  const { part: RegenerateDialog, need: needRegenerate } = useLate(loadRegenerateDialog);
  const { part: ColorDetails, need: needDetails } = useLate(loadColorDetails, detailedId !== null);
  const { open, setOpen } = useDialogAddress(DIALOGS, (dialog) => {
    if (!canEdit || (dialog === "add-colour" && full)) return false;
    if (dialog === "add-colour") startNew();
    else startRegenerating("colour");
    return true;
  });
  const startRegenerating = (next: RegenerateStart) =>
    needRegenerate(() => {
      setStart(next);
      setOpen("regenerate");
    });
  const wanted = logos.items.map(({ file }) => thumbnailOf(file, PICTURE_PX));
  const { urlOf } = useSignedUrls({ brandId, wanted, initial: signedUrls, sign: signFiles });
  const lockReason = reason ?? (canLock ? null : ONLY_MANAGERS_LOCK);
  const full = palette.length >= DOCUMENT_LIMITS.colors && `A palette has at most ${DOCUMENT_LIMITS.colors} colours`;

  const startNew = () =>
    needDialog(() => {
      setAdded(newEntry(palette));
      setOpen("add-colour");
    });
  const isNew = open === "add-colour";
  const edited = swatches.find(({ id, blocked }) => id === editedId && !blocked);
  const closeEntry = () => (isNew ? setOpen(null) : goToEdit(null));
  const depth: DepthProps = { colors, swatches, canEdit, onEdit: edit };
  const steps = canEdit ? <HistoryButtons {...{ undo, redo, undoLabel, redoLabel, reason }} /> : null;
  const detailed = swatches.find(({ id }) => id === detailedId);
  const save = (entry: PaletteEntry) => {
    edit(`${isNew ? "Add" : "Edit"} ${entry.name}`, (isNew ? addColor : changeColor)(colors, entry));
    closeEntry();
  };

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Palette"
        description="The brand’s colours, by role."
        badges={palette.length > 0 ? <Badge>{SOURCE_LABELS[colors.source]}</Badge> : null}
        actions={
          palette.length > 0 ? (
            <>
              {steps}
              <ExportButton colors={colors} versionUrl={versionUrl} />
              {canEdit ? (
                <>
                  <Button icon={<WandSparkles />} onClick={() => startRegenerating("colour")}>
                    Regenerate
                  </Button>
                  <Button variant="primary" icon={<Plus />} disabledReason={full} onClick={startNew}>
                    Add colour
                  </Button>
                </>
              ) : null}
            </>
          ) : undoLabel || redoLabel ? (
            steps
          ) : null
        }
      />
      {palette.length === 0 ? (
        <NoColors canEdit={canEdit} onStart={startRegenerating} onAdd={startNew} />
      ) : (
        <>
          <Section title="Colours" actions={<ColorFormatChoice />}>
            <ColorList
              swatches={swatches}
              canEdit={canEdit}
              lockReason={lockReason}
              onEdit={({ id }) => needDialog(() => goToEdit(id))}
              onApproach={() => void loadColorDialog().catch(() => {})}
              onOpen={({ id }) => needDetails(() => goToDetails(id))}
              onRemove={({ id, name }) => edit(`Remove ${name}`, removeColor(colors, id))}
              onLock={(entry, locked) =>
                edit(`${locked ? "Lock" : "Unlock"} ${entry.name}`, changeColor(colors, { ...plain(entry), locked }))
              }
              onMove={({ id, name }, place) =>
                edit(`Move ${name} to position ${place + 1} of ${palette.length}`, moveColor(colors, id, place))
              }
            />
          </Section>
          {countPairs(palette) > MAX_PAIRS ? (
            <LateSection {...CONTRAST} load={loadContrast} content={depth} />
          ) : (
            <Section {...CONTRAST}>
              <PaletteContrast {...depth} />
            </Section>
          )}
          <PaletteDepth {...depth} />
        </>
      )}
      <LiveRegion message={announcement} />
      {ColorDialog ? (
        <ColorDialog
          entry={isNew ? added : edited ? plain(edited) : null}
          isNew={isNew}
          lockReason={lockReason}
          onSave={save}
          onClose={closeEntry}
        />
      ) : null}
      {ColorDetails && detailed ? (
        <ColorDetails {...depth} swatch={detailed} onClose={() => goToDetails(null)} />
      ) : null}
      {RegenerateDialog && open === "regenerate" ? (
        <RegenerateDialog
          start={start}
          current={palette}
          seed={colors.seed ?? { ...DEFAULT_SEED, hex: firstHex(palette) ?? DEFAULT_SEED.hex }}
          pictures={logos.items.map(({ file, label }) => ({ file, label, src: urlOf(thumbnailOf(file, PICTURE_PX)) }))}
          readFile={async (sha256) => {
            const answer = await reached(() => readFileColors({ brandId, sha256 }));
            return answer.status === "ok"
              ? { ok: true, data: answer.data }
              : { ok: false, final: false, message: answer.message };
          }}
          readUpload={(file, onProgress) => send(`/b/${brandSlug}/palette/picture-colors`, file, onProgress)}
          onKeep={(kept) => {
            edit("Regenerate palette", { ...colors, ...kept });
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

const plain = ({ id, name, role, hex, usage, locked }: Swatch): PaletteEntry => ({
  id,
  name,
  role,
  hex,
  usage,
  locked,
});

const firstMissingRole = (palette: readonly PaletteEntry[]) =>
  COLOR_ROLES.find((role) => !palette.some((entry) => entry.role === role)) ?? "accent";

const newEntry = (palette: readonly PaletteEntry[]): PaletteEntry => ({
  id: newId(),
  name: "",
  role: firstMissingRole(palette),
  hex: DEFAULT_SEED.hex,
  usage: "",
  locked: false,
});

const firstHex = (palette: readonly PaletteEntry[]) =>
  (palette.find(({ role }) => role === "primary") ?? palette[0])?.hex;
