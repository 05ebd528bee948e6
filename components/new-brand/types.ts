import type { PictureColors, PreviewPalette } from "@/components/palette/types";
import type {
  BrandStart,
  ImportedBrand,
  KnownBrand,
  SlugCheck,
  WebsiteChoice,
  WebsiteFindings,
  WebsiteSource,
} from "@/lib/brands";
import type { Harmony } from "@/lib/content";
import type { LogoBackground } from "@/lib/contract";
import type { FormResult } from "@/lib/web/actions/form-result";

export type StartKind = BrandStart["kind"];

/** A logo's colours by share, and what sanitising removed. */
export interface LogoFindings extends PictureColors {
  report: string[];
}

export interface ImportPreview extends Pick<ImportedBrand, "kind" | "name" | "taken" | "left"> {
  palette: { id: string; name: string; hex: string }[];
}

/** Everything entered so far. Errors and switching the start keep it. */
export interface NewBrandForm {
  start: StartKind;
  color: string;
  harmony: Harmony;
  logo: { file: File; findings: LogoFindings } | null;
  /** The logo colour that the palette is generated from. */
  picked: string | null;
  background: LogoBackground;
  file: { name: string; text: string; preview: ImportPreview } | null;
  known: KnownBrand | null;
  website: { findings: WebsiteFindings; choice: WebsiteChoice } | null;
}

export interface StartProps {
  form: NewBrandForm;
  change: (change: Partial<NewBrandForm>) => void;
  preview: PreviewPalette;
  /** Suggests a name for the brand. */
  onName: (name: string) => void;
  error?: string;
}

export interface NewBrandActions {
  checkSlug: (slug: string) => Promise<SlugCheck>;
  suggestSlug: (name: string) => Promise<FormResult<string>>;
  searchKnown: (text: string) => Promise<FormResult<KnownBrand[]>>;
  previewWebsite: (source: WebsiteSource) => Promise<FormResult<WebsiteFindings>>;
}
