"use client";

import { useEffect, useState } from "react";
import { UploadResults } from "@/components/files/upload-results";
import type { Uploads } from "@/components/files/use-uploads";
import { AddForm } from "@/components/ui/add-form";
import { FileDrop } from "@/components/ui/file-drop";
import { readUnless } from "@/components/ui/tag-input";
import {
  addNamedFont,
  changeFont,
  MAX_UPLOAD_BYTES,
  removeFont,
  removeFontFile,
  rolesOf,
  type StoredFont,
  type StoredTypography,
  TYPOGRAPHY_LIMITS,
  whyNoMoreFonts,
  whyNotAddNamed,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { sizeLimitText } from "@/lib/platform/text";
import { faceName } from "@/lib/rendering";
import { FontCard } from "./font-card";
import type { EditTypography } from "./style-fields";

/** CSS families with a file that the browser can't load. Browsers load a file when text uses it. */
function useBrokenFamilies(): ReadonlySet<string> {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const look = () =>
      setFailed(new Set([...document.fonts].flatMap(({ family, status }) => (status === "error" ? [family] : []))));
    look();
    document.fonts.addEventListener("loadingdone", look);
    document.fonts.addEventListener("loadingerror", look);
    return () => {
      document.fonts.removeEventListener("loadingdone", look);
      document.fonts.removeEventListener("loadingerror", look);
    };
  }, []);
  return failed;
}

type TypefaceFieldsProps = {
  typography: StoredTypography;
  edit: EditTypography;
  uploads: Uploads<null>;
};

export function TypefaceFields({ typography, edit, uploads }: TypefaceFieldsProps) {
  const broken = useBrokenFamilies();
  const change = (font: StoredFont, values: Partial<StoredFont>) =>
    edit(`Edit ${font.family}`, changeFont(typography, font.id, values), font.id);
  return (
    <div className="flex flex-col gap-4">
      <FileDrop
        compact
        multiple
        label="Upload fonts"
        hint={`WOFF2, up to ${sizeLimitText(MAX_UPLOAD_BYTES)} each. Files of one family are grouped.`}
        accept=".woff2,font/woff2"
        maxBytes={MAX_UPLOAD_BYTES}
        onFiles={(files) => uploads.add(files, null)}
      />
      <UploadResults {...uploads} />
      {typography.fonts.map((font) => (
        <FontCard
          key={font.id}
          font={font}
          roles={rolesOf(typography, font)}
          broken={broken.has(faceName(typography, font))}
          onChange={(values) => change(font, values)}
          onRemoveFile={(sha256) =>
            edit(`Remove a file of ${font.family}`, removeFontFile(typography, font.id, sha256))
          }
          onRemove={() => edit(`Remove ${font.family}`, removeFont(typography, font.id))}
        />
      ))}
      {/* For typefaces without files, such as a system font or one whose licence forbids uploads. */}
      <AddForm
        label="Typeface without files"
        hint="A system font, or one that tools get elsewhere."
        verb="Add typeface"
        maxLength={TYPOGRAPHY_LIMITS.name}
        placeholder="Georgia"
        reason={whyNoMoreFonts(typography)}
        read={readUnless((family) => whyNotAddNamed(typography, family))}
        onAdd={(family) => edit(`Add ${family}`, addNamedFont(typography, newId(), family))}
        className="grow basis-56"
      />
    </div>
  );
}
