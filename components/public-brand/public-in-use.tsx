import { BrandDrawing } from "@/components/showcase/brand-drawing";
import { Section } from "@/components/ui/section";

/** Side by side at one height: each as wide as its drawing is. */
const ROWS = [
  [
    { drawing: "social-post", className: "sm:flex-[1_1_0%]" },
    { drawing: "business-card", className: "sm:flex-[1.6_1.6_0%]" },
  ],
  [
    { drawing: "slide", className: "sm:flex-[1.778_1.778_0%]" },
    { drawing: "label", className: "sm:flex-[1_1_0%]" },
  ],
  [
    { drawing: "app-icons", className: "sm:flex-[1_1_0%]" },
    { drawing: "chart", className: "sm:flex-[1_1_0%]" },
  ],
] as const;

type PublicInUseProps = { base: string; tag: string; name: string; lang: string | null };

/** The brand at work, but for the signature under its own people's mails. */
export function PublicInUse({ base, tag, name, lang }: PublicInUseProps) {
  const drawings = { base: `${base}/in-use`, tag, name, lang };
  return (
    <Section large id="in-use" title="In use">
      <div className="flex flex-col gap-3">
        <div className="overflow-clip rounded-xl border border-line">
          <BrandDrawing {...drawings} drawing="web-header" />
        </div>
        {ROWS.map((row) => (
          <div key={row[0].drawing} className="flex flex-col gap-3 sm:flex-row">
            {row.map(({ drawing, className }) => (
              <div key={drawing} className={`min-w-0 overflow-clip rounded-xl border border-line ${className}`}>
                <BrandDrawing {...drawings} drawing={drawing} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Section>
  );
}
