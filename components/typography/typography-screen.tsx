"use client";

import { type ReactNode, useCallback, useMemo } from "react";
import { ChapterPage, LatePart } from "@/components/chapters/chapter-page";
import { TYPOGRAPHY_SECTIONS, typographySections } from "@/components/chapters/typography-chapter";
import { type LookOfDraft, useDraftLook } from "@/components/chapters/use-draft-look";
import { useDraft, useEditHistory } from "@/components/draft/draft-provider";
import { useUploads } from "@/components/files/use-uploads";
import { Button } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import {
  addFontFile,
  emptyTypography,
  languagesOf,
  type NameConflict,
  nameConflicts,
  nameConflictText,
  ROLE_WORDS,
  scriptsText,
  typographyWarnings,
  weightsText,
  whyNotAdd,
  withNames,
  withoutName,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { bidiIsolate } from "@/lib/platform/text";
import type { EditTypography } from "./style-fields";

const loadTypefaceFields = () => import("./typeface-fields").then(({ TypefaceFields }) => TypefaceFields);
const loadPairingFields = () => import("./style-fields").then(({ PairingFields }) => PairingFields);
const loadTextStyleFields = () => import("./style-fields").then(({ TextStyleFields }) => TextStyleFields);

const NONE = emptyTypography();

/** `now` is the render time in ISO 8601, so server and browser agree on licence expiry. */
export function TypographyScreen({ now, ...look }: LookOfDraft & { now: string }) {
  const { document, published, update, canEdit, brandSlug } = useDraft();
  const { identity, typography = NONE } = document;
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
  const { edit: editBoth, ...history } = useEditHistory(edited, setEdited, canEdit);
  const edit: EditTypography = (label, next, joins) => {
    if (next !== typography) editBoth(label, { typography: next, names }, joins);
  };
  const { rules, learn } = useDraftLook(document, look);
  // Outlives the editor, so that an upload continues after its section closes.
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
  /** Clears the name in the identity, so that the typeface's own is used. */
  const follow = ({ role }: NameConflict) =>
    editBoth(`Use the typeface’s name for ${ROLE_WORDS[role]}`, { typography, names: withoutName(names, role) });
  const fields: Record<(typeof TYPOGRAPHY_SECTIONS)[number]["id"], ReactNode> = {
    typefaces: <LatePart load={loadTypefaceFields} props={{ typography, edit, uploads }} />,
    pairing: <LatePart load={loadPairingFields} props={{ typography, edit }} />,
    styles: <LatePart load={loadTextStyleFields} props={{ typography, edit }} />,
  };
  return (
    <ChapterPage
      title="Typography"
      description="Typefaces, their roles and text styles. Tools get the published version."
      places={TYPOGRAPHY_SECTIONS}
      sections={typographySections({ identity, typography, name: published.brand.name }).map((section) => ({
        ...section,
        fields: fields[section.id],
      }))}
      rules={rules}
      history={history}
      warnings={[
        ...nameConflicts({ identity, typography }).map((conflict) => ({
          text: nameConflictText(conflict, bidiIsolate),
          action: (
            <Button size="sm" onClick={() => follow(conflict)}>
              <span>
                <MixedText>{`Use ${bidiIsolate(conflict.family)} for ${ROLE_WORDS[conflict.role]}`}</MixedText>
              </span>
            </Button>
          ),
        })),
        ...typographyWarnings(typography, languagesOf(document), new Date(now)).map((text) => ({ text })),
      ]}
    />
  );
}
