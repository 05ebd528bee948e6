"use client";

import { Plus, Type } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { ownFamily, textFor } from "@/components/chapters/specimens";
import { useDraft } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/publish-bar";
import { useEditHistory } from "@/components/draft/use-edit-history";
import type { SignFiles } from "@/components/files/file-facts";
import { UploadResults } from "@/components/files/upload-results";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { useUploads } from "@/components/files/use-uploads";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { MixedText } from "@/components/ui/content-text";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { FileDrop } from "@/components/ui/file-drop";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { LiveRegion } from "@/components/ui/skip-link";
import {
  addFontFile,
  addNamedFont,
  assignRole,
  changeFont,
  emptyTypography,
  languagesOf,
  MAX_UPLOAD_BYTES,
  type NameConflict,
  nameConflicts,
  nameConflictText,
  ROLE_WORDS,
  removeFont,
  removeFontFile,
  rolesOf,
  type SignedFilePath,
  type StoredFont,
  type StoredTypography,
  scriptsText,
  setStyle,
  styleName,
  typographyWarnings,
  type UrlOf,
  weightsText,
  whyNoMoreFonts,
  whyNotAdd,
  whyNotAddNamed,
  withNames,
  withoutName,
  withStartingStyles,
} from "@/lib/content";
import { TEXT_STYLES } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { sizeLimitText } from "@/lib/platform/size-text";
import { bidiIsolate } from "@/lib/platform/text";
import { FontCard } from "./font-card";
import { NamedFontForm } from "./named-font-form";
import { Pairing } from "./pairing";
import { TextStyleRow } from "./text-style-row";

/**
 * Registers the draft's fonts with the browser, which loads a file when it is used. Returns the ids of typefaces with a
 * file that failed to load.
 */
function useFontFaces(fonts: readonly StoredFont[], urlOf: UrlOf): ReadonlySet<string> {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(
    fonts.flatMap((font) =>
      font.files.map(({ file, weights, style }) => [font.id, urlOf(file.sha256), weights.join(" "), style] as const),
    ),
  );
  useEffect(() => {
    const wanted: [id: string, src: string | null, weight: string, style: string][] = JSON.parse(key);
    const faces = wanted.flatMap(([id, src, weight, style]) => {
      if (!src) return [];
      const face = new FontFace(ownFamily({ id }), `url("${src}")`, { weight, style });
      document.fonts.add(face);
      return [{ id, face }];
    });
    setBroken(new Set());
    const onFailed = (event: FontFaceSetLoadEvent) => {
      const failed = faces.filter(({ face }) => event.fontfaces.includes(face)).map(({ id }) => id);
      if (failed.length > 0) setBroken((current) => new Set([...current, ...failed]));
    };
    document.fonts.addEventListener("loadingerror", onFailed);
    return () => {
      document.fonts.removeEventListener("loadingerror", onFailed);
      for (const { face } of faces) document.fonts.delete(face);
    };
  }, [key]);
  return broken;
}

type TypographyWarningsProps = {
  warnings: readonly string[];
  conflicts: readonly NameConflict[];
  reason: string | null;
  /** Clears the stored name, so that the typeface's own is used. */
  onFollow: (conflict: NameConflict) => void;
};

function TypographyWarnings({ warnings, conflicts, reason, onFollow }: TypographyWarningsProps) {
  if (warnings.length + conflicts.length === 0) return null;
  return (
    <Notice tone="warning" title="Check before publishing">
      <ul className="flex flex-col gap-1">
        {conflicts.map((conflict) => (
          <li key={conflict.role} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              <MixedText>{nameConflictText(conflict, bidiIsolate)}</MixedText>
            </span>
            <Button size="sm" disabledReason={reason} onClick={() => onFollow(conflict)}>
              <span>
                <MixedText>{`Use ${bidiIsolate(conflict.family)} for ${ROLE_WORDS[conflict.role]}`}</MixedText>
              </span>
            </Button>
          </li>
        ))}
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}

type TypographyScreenProps = {
  signedUrls: Record<string, SignedFilePath>;
  signFiles: SignFiles;
  /** Render time in ISO 8601, so server and browser agree on licence expiry. */
  now: string;
};

const NONE = emptyTypography();

export function TypographyScreen({ signedUrls, signFiles, now }: TypographyScreenProps) {
  const { document, published, update, canEdit, reason, brandId, brandSlug } = useDraft();
  const { identity, typography = NONE } = document;
  const brandName = published.brand.name;
  const names = identity.brand.typography;
  const edited = useMemo(() => ({ typography, names }), [typography, names]);
  const setEdited = useCallback(
    (next: typeof edited) =>
      update((current) => ({
        ...current,
        typography: next.typography,
        identity: withNames(current.identity, next.names),
      })),
    [update],
  );
  const history = useEditHistory(edited, setEdited, canEdit);
  const { undo, redo, undoLabel, redoLabel, announcement } = history;
  const edit = (label: string, next: StoredTypography, joins?: string) => {
    if (next !== typography) history.edit(label, { typography: next, names }, joins);
  };
  const wanted = typography.fonts.flatMap(({ files }) => files.map(({ file }) => file.sha256));
  const { urlOf, learn } = useSignedUrls({ brandId, wanted, initial: signedUrls, sign: signFiles });
  const broken = useFontFaces(typography.fonts, urlOf);
  const uploads = useUploads<null>(`/b/${brandSlug}/uploads`, ({ file, font: facts, signedUrl }) => {
    if (file.mime !== "font/woff2") return { error: "Upload a WOFF2 file." };
    if (!facts) return { error: "This font has no readable metadata. Export it again as WOFF2." };
    const refusal = whyNotAdd(typography, facts);
    if (refusal) return { error: refusal };
    learn(file.sha256, signedUrl);
    edit(`Add ${facts.family}`, addFontFile(typography, { id: newId(), file, facts }));
    const read = [`${facts.family}, ${weightsText(facts)}`, scriptsText(facts.scripts)].filter(Boolean).join("; ");
    const warnings = facts.embeddingForbidden ? ["The font is marked as not embeddable. Check its licence."] : [];
    return { message: `${read}. Added to your draft.`, warnings };
  });
  const warnings = typographyWarnings(typography, languagesOf(document), new Date(now));
  const conflicts = nameConflicts({ identity, typography });
  const missing = TEXT_STYLES.filter((name) => !typography.styles[name]);

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Typography"
        description="Typefaces, their roles and text styles. Tools get changes when you publish."
        badges={typography.fonts.length > 0 ? <Badge>{typography.fonts.length}</Badge> : null}
        actions={<HistoryButtons {...{ undo, redo, undoLabel, redoLabel, reason }} />}
      />
      <LiveRegion message={announcement} />
      <TypographyWarnings
        warnings={warnings}
        conflicts={conflicts}
        reason={reason}
        onFollow={({ role }) =>
          history.edit(`Use the typeface’s name for ${ROLE_WORDS[role]}`, {
            typography,
            names: withoutName(names, role),
          })
        }
      />
      <DisabledScope reason={reason}>
        <Section id="typefaces" title="Typefaces">
          <div className="flex flex-col gap-4">
            <FileDrop
              compact
              multiple
              label="Upload fonts"
              hint={`WOFF2, up to ${sizeLimitText(MAX_UPLOAD_BYTES)} each. Files of one family are grouped.`}
              accept=".woff2,font/woff2"
              maxBytes={MAX_UPLOAD_BYTES}
              disabledReason={reason}
              onFiles={(files) => uploads.add(files, null)}
            />
            <UploadResults jobs={uploads.jobs} onRetry={uploads.retry} onDismiss={uploads.dismiss} />
            {typography.fonts.length === 0 ? (
              <EmptyState framed level={3} icon={<Type />} title="No typefaces yet">
                {reason ? "Fonts that editors upload appear here." : "Upload the brand’s fonts."}
              </EmptyState>
            ) : null}
            {typography.fonts.map((font) => (
              <FontCard
                key={font.id}
                font={font}
                roles={rolesOf(typography, font)}
                sentence={identity.brand.tagline}
                broken={broken.has(font.id)}
                reason={reason}
                onChange={(change) => edit(`Edit ${font.family}`, changeFont(typography, font.id, change), font.id)}
                onRemoveFile={(sha256) =>
                  edit(`Remove a file of ${font.family}`, removeFontFile(typography, font.id, sha256))
                }
                onRemove={() => edit(`Remove ${font.family}`, removeFont(typography, font.id))}
              />
            ))}
            <NamedFontForm
              reason={reason ?? whyNoMoreFonts(typography)}
              whyNot={(family) => whyNotAddNamed(typography, family)}
              onAdd={(family) => edit(`Add ${family}`, addNamedFont(typography, newId(), family))}
            />
          </div>
        </Section>
        {typography.fonts.length > 0 ? (
          <Pairing
            typography={typography}
            brandName={brandName}
            identity={identity}
            onAssign={(role, id) => edit("Change pairing", assignRole(typography, role, id))}
          />
        ) : null}
        <Section
          id="styles"
          title="Text styles"
          description="Size, weight, spacing and line height for each kind of text."
          actions={
            missing.length > 0 ? (
              <Button
                size="sm"
                icon={<Plus />}
                disabledReason={reason}
                onClick={() => edit("Add text styles", withStartingStyles(typography))}
              >
                {missing.length === TEXT_STYLES.length ? "Add default scale" : "Add missing styles"}
              </Button>
            ) : null
          }
        >
          <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
            {TEXT_STYLES.map((name) => (
              <TextStyleRow
                key={name}
                name={name}
                typography={typography}
                text={textFor(name, brandName, identity)}
                reason={reason}
                onChange={(style) =>
                  edit(
                    `${style ? "Set" : "Remove"} ${styleName(name)}`,
                    setStyle(typography, name, style),
                    style && typography.styles[name] ? name : undefined,
                  )
                }
              />
            ))}
          </ul>
        </Section>
      </DisabledScope>
    </div>
  );
}
