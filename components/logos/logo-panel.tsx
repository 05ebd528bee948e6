"use client";

import { Check, Download, ImageDown, RefreshCw, Trash2, X } from "lucide-react";
import { useEffect, useState } from "react";
import { LogoFacts, ruleTextOf } from "@/components/chapters/public-logos";
import { useDraftValue } from "@/components/draft/draft-provider";
import { FileButton } from "@/components/files/file-button";
import { fileFacts } from "@/components/files/file-facts";
import { UploadResults } from "@/components/files/upload-results";
import type { Uploads } from "@/components/files/use-uploads";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Drawer } from "@/components/ui/drawer";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { EditedField, Field, Textarea } from "@/components/ui/field";
import { UNREACHABLE } from "@/components/ui/reached";
import { RowButton } from "@/components/ui/row-button";
import { ChoiceField } from "@/components/ui/select";
import { buttonClass, cx } from "@/components/ui/styles";
import { useToast } from "@/components/ui/toast-context";
import {
  type BackgroundOption,
  backgroundOptions,
  type ClearSpace,
  DOCUMENT_LIMITS,
  parseRendition,
  RENDITIONS,
  type Rendition,
  ruleBackgrounds,
} from "@/lib/content";
import { LOGO_BACKGROUNDS, LOGO_VARIANTS } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import { LogoDos, LogoFigure } from "./logo-dos";
import { LogoWarnings } from "./logo-slot";
import { RuleFields } from "./rule-fields";
import {
  BACKGROUND_LABELS,
  LOGO_FILES,
  type LogoChange,
  type LogoPurpose,
  type ShownLogo,
  VARIANT_LABELS,
} from "./variant-labels";

function LogoGrounds({ logo, grounds }: { logo: ShownLogo; grounds: readonly BackgroundOption[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { item, src } = logo;
  const ground = grounds.find(({ id }) => id === chosen) ?? grounds[0];
  if (!ground) return null;
  const Icon = ground.allowed ? Check : X;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <figure className="flex min-w-0 flex-col gap-1.5">
        <div
          className={cx(
            "flex h-56 items-center justify-center rounded-lg border border-line p-8",
            ground.dark ? "text-white" : "text-black",
          )}
          style={{ background: ground.hex }}
        >
          <LogoFigure item={item} src={src} name={`${item.label}, on ${ground.name}`} clearSpace={null} />
        </div>
        <figcaption className="flex flex-wrap items-center gap-x-1.5 text-[0.8125rem] text-muted">
          <ContentText>{ground.name}</ContentText>
          <span className={cx("inline-flex items-center gap-1", ground.allowed ? "text-success" : "text-warning")}>
            <Icon aria-hidden="true" className="size-3.5" />
            {ground.allowed ? "suitable" : "not suitable"}
          </span>
        </figcaption>
      </figure>
      <ul aria-label="Backgrounds" className="flex flex-wrap gap-2">
        {grounds.map(({ id, name, hex, dark, allowed }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === ground.id}
              title={name}
              onClick={() => setChosen(id)}
              className={cx(
                "flex size-9 items-center justify-center rounded-lg border border-line-strong",
                id === ground.id && "outline-2 outline-accent outline-offset-2",
                dark ? "text-white" : "text-black",
              )}
              style={{ background: hex }}
            >
              {allowed ? <Check aria-hidden="true" className="size-4" /> : null}
              <span className="sr-only">
                <ContentText>{name}</ContentText>
                {allowed ? "" : ", not suitable"}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const MAX_WIDTH_PX = 10_000;

const VARIANTS = LOGO_VARIANTS.map((value) => ({ value, label: VARIANT_LABELS[value].label }));
const BACKGROUNDS = LOGO_BACKGROUNDS.map((value) => ({ value, label: BACKGROUND_LABELS[value] }));

const readLabel = (text: string) => text.trim() || { error: "Enter a label. Until then the logo keeps its last one." };
const readWidth = (text: string) => {
  const width = Number(text);
  const valid = text.trim() !== "" && Number.isInteger(width) && width >= 0 && width <= MAX_WIDTH_PX;
  return valid ? width : { error: "Enter a whole number from 0 to 10,000." };
};

function drawnAs(space: ClearSpace): string {
  const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;
  switch (space.kind) {
    case "share":
      return `Drawn as ${percent(space.share)} of the ${space.of}.`;
    case "pixels":
      return `Drawn as ${space.pixels} px at the minimum width.`;
    case "none":
      return "Not drawn. Try “a quarter of the logo’s height on all sides”.";
    case "described":
      return "Not to scale. Enter pixels or a percentage of the logo.";
  }
}

type LogoFieldsProps = { logo: ShownLogo; onChange: (change: LogoChange) => void };

function LogoFields({ logo: { item, clearSpace }, onChange }: LogoFieldsProps) {
  return (
    <div className="grid content-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <EditedField
        label="Label"
        value={item.label}
        maxLength={DOCUMENT_LIMITS.label}
        read={readLabel}
        onChange={(label) => onChange({ label })}
        className="sm:col-span-2"
      />
      <ChoiceField
        label="Variant"
        options={VARIANTS}
        value={item.variant}
        onChange={(variant) => onChange({ variant })}
      />
      <ChoiceField
        label="Made for"
        options={BACKGROUNDS}
        value={item.background}
        onChange={(background) => onChange({ background })}
      />
      <Field label="Usage" className="sm:col-span-2">
        <Textarea
          rows={2}
          value={item.usage}
          maxLength={DOCUMENT_LIMITS.prose}
          placeholder="Where to use it, and where not to"
          onChange={(event) => onChange({ usage: event.target.value })}
        />
      </Field>
      <Field label="Clear space" hint={drawnAs(clearSpace)} className="sm:col-span-2">
        <Textarea
          rows={2}
          value={item.clear_space}
          maxLength={DOCUMENT_LIMITS.prose}
          onChange={(event) => onChange({ clear_space: event.target.value })}
        />
      </Field>
      <EditedField
        label="Minimum width"
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_WIDTH_PX}
        value={item.min_width_px}
        read={readWidth}
        onChange={(min_width_px) => onChange({ min_width_px })}
        trailing={<span className="pr-2">px</span>}
      />
    </div>
  );
}

const PNGS = RENDITIONS.filter((rendition) => parseRendition(rendition).format === "png");

/** PNG sizes: all for a drawing, and those up to its own size for a picture. */
function sizesOf({ item: { file } }: ShownLogo): Rendition[] {
  const longer = Math.max(file.width ?? 0, file.height ?? 0);
  return PNGS.filter((rendition) => file.mime === "image/svg+xml" || parseRendition(rendition).px <= longer);
}

function PngMenu({ logo }: { logo: ShownLogo }) {
  const showToast = useToast();
  const sizes = sizesOf(logo);
  if (sizes.length === 0) return null;
  const download = async (rendition: Rendition) => {
    const href = await logo.signPng(rendition);
    if (!href) return showToast({ tone: "danger", title: UNREACHABLE });
    const name = logo.fileName.replace(/\.\w+$/, `-${parseRendition(rendition).px}.png`);
    Object.assign(document.createElement("a"), { href, download: name }).click();
  };
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" icon={<ImageDown aria-hidden="true" />} aria-label={`PNG of ${logo.item.label}`}>
          PNG
        </Button>
      }
    >
      {sizes.map((rendition) => (
        <MenuItem key={rendition} onSelect={() => void download(rendition)}>
          {parseRendition(rendition).px} px
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}

type LogoPanelProps = {
  logo: ShownLogo;
  rules: readonly string[];
  canEdit: boolean;
  uploads: Uploads<LogoPurpose>;
  onChange: (change: LogoChange) => void;
  onRemove: () => void;
  onClose: () => void;
};

export function LogoPanel(props: LogoPanelProps) {
  const { logo, rules, canEdit, uploads, onChange, onClose } = props;
  const { item } = logo;
  const jobs = uploads.jobs.filter(({ purpose }) => purpose.kind === "replace" && purpose.id === item.id);
  const palette = useDraftValue(({ state }) => state.document.colors.palette);
  const grounds = backgroundOptions(item, palette);
  useEffect(() => {
    const named = document.getElementById(window.location.hash.slice(1));
    if (named?.closest("[role=dialog]")) named.scrollIntoView({ block: "center" });
  }, []);
  return (
    <Drawer
      open
      fill
      title={<ContentText className="block">{item.label}</ContentText>}
      description={fileFacts(item.file)}
      onOpenChange={(open) => open || onClose()}
    >
      <div id={`logos.items.${item.id}`} className="flex min-w-0 flex-col gap-6">
        <LogoActions {...props} />
        <UploadResults {...uploads} jobs={jobs} />
        {!canEdit || jobs.some(({ warnings }) => warnings.length > 0) ? null : <LogoWarnings logo={logo} />}
        <LogoGrounds logo={logo} grounds={grounds} />
        {grounds[0] ? (
          <LogoDos logo={logo} rules={rules} stated={ruleBackgrounds(item, palette)} ground={grounds[0]} />
        ) : null}
        {canEdit ? (
          <>
            <LogoFields logo={logo} onChange={onChange} />
            <RuleFields item={item} onChange={onChange} />
          </>
        ) : (
          <LogoFacts item={item} ruleText={ruleTextOf(item, palette)} />
        )}
      </div>
    </Drawer>
  );
}

function LogoActions({ logo, canEdit, uploads, onRemove }: LogoPanelProps) {
  const { item, fileSrc, fileName } = logo;
  return (
    <div className="flex flex-wrap gap-2">
      {fileSrc ? (
        <a
          href={fileSrc}
          download={fileName}
          aria-label={`Download ${item.label}`}
          className={buttonClass({ size: "sm" })}
        >
          <Download aria-hidden="true" />
          Download
        </a>
      ) : null}
      <PngMenu logo={logo} />
      {canEdit ? (
        <>
          <FileButton
            size="sm"
            icon={<RefreshCw />}
            accept={LOGO_FILES}
            aria-label={`Replace the file of ${item.label}`}
            onFiles={([file]) => file && uploads.add([file], { kind: "replace", id: item.id })}
          >
            Replace
          </FileButton>
          <ConfirmDialog
            title={<MixedText>{`Remove “${bidiIsolate(item.label)}”?`}</MixedText>}
            effect="Tools lose it when you publish and need another logo. Earlier versions keep it."
            confirmLabel="Remove logo"
            onOk={onRemove}
            trigger={<RowButton verb="Remove" of={item.label} icon={<Trash2 />} />}
          />
        </>
      ) : null}
    </div>
  );
}
