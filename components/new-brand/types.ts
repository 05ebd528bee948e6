import type { BrandStart, ImportedBrand, KnownBrand, SlugCheck, WebsiteChoice, WebsiteFindings } from "@/lib/brands";
import type { Harmony } from "@/lib/content";
import type { LogoBackground } from "@/lib/contract";
import type { FormResult } from "@/lib/web/actions/form-result";

export type StartKind = BrandStart["kind"];

/** What a logo was found to be: its colours by size, and what cleaning it took out. */
export interface LogoFindings {
  hex: string;
  swatches: { hex: string; share: number }[];
  report: string[];
}

/** What a file would give, before anything is made of it. */
export interface ImportPreview extends Pick<ImportedBrand, "kind" | "name" | "taken" | "left"> {
  palette: { id: string; name: string; hex: string }[];
}

/** What somebody has entered so far; nothing of it is lost by a refusal or by looking at another start. */
export interface NewBrandForm {
  start: StartKind;
  color: string;
  harmony: Harmony;
  logo: { file: File; findings: LogoFindings } | null;
  /** The colour of the logo to grow the palette from. */
  picked: string | null;
  /** What the logo is drawn for. */
  background: LogoBackground;
  file: { name: string; text: string; preview: ImportPreview } | null;
  known: KnownBrand | null;
  website: { text: string; findings: WebsiteFindings; choice: WebsiteChoice } | null;
}

export type ChangeForm = (change: Partial<NewBrandForm>) => void;

export interface NewBrandActions {
  checkSlug: (slug: string) => Promise<SlugCheck>;
  suggestSlug: (name: string) => Promise<FormResult<string>>;
  searchKnown: (text: string) => Promise<FormResult<KnownBrand[]>>;
  previewWebsite: (text: string) => Promise<FormResult<WebsiteFindings>>;
}
