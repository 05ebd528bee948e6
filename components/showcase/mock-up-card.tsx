import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/styles";
import { drawingName, type MOCK_UPS, type Theme } from "@/lib/rendering";
import { BrandDrawing } from "./brand-drawing";
import { PngButton } from "./download-buttons";

type MockUpCardProps = {
  mockUp: (typeof MOCK_UPS)[number];
  base: string;
  tag: string;
  brand: { name: string; slug: string };
  theme: Theme;
  eager: boolean;
  action?: ReactNode;
};

export function MockUpCard({ mockUp, base, tag, brand, theme, eager, action }: MockUpCardProps) {
  const { key, label, width, height } = mockUp;
  const srcOf = (ending: "svg" | "pdf") => `${base}/${drawingName(key, theme, ending)}?v=${tag}`;
  const fileName = (ending: "svg" | "pdf" | "png") => `${brand.slug}-${drawingName(key, theme, ending)}`;
  return (
    <li className="flex min-w-0 flex-col gap-3" style={{ flex: `${width / height} 1 0%` }}>
      <div className="overflow-clip rounded-xl border border-line">
        <BrandDrawing base={base} tag={tag} drawing={key} name={brand.name} theme={theme} eager={eager} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{label}</h2>
        <div className="flex flex-wrap gap-2">
          {action}
          {(["svg", "pdf"] as const).map((ending) => (
            <a
              key={ending}
              href={srcOf(ending)}
              download={fileName(ending)}
              aria-label={`${ending.toUpperCase()} of ${label}`}
              className={buttonClass({ size: "sm" })}
            >
              <Download aria-hidden="true" />
              {ending.toUpperCase()}
            </a>
          ))}
          <PngButton src={srcOf("svg")} width={width} height={height} fileName={fileName("png")} of={label} />
        </div>
      </div>
    </li>
  );
}
