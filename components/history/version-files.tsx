import { Section } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { buttonClass } from "@/components/ui/styles";

type VersionFilesProps = {
  /** The version's page. */
  base: string;
  urls: { whole: string; of: string };
  isPublic: boolean;
  formats: readonly { name: string; label: string }[];
};

/** Downloads of a version in each format, and the URLs where tools read them. */
export function VersionFiles({ base, urls, isPublic, formats }: VersionFilesProps) {
  const files = [
    { name: "version.json", label: "Everything in this version", url: urls.whole },
    ...formats.map((format) => ({ ...format, url: `${urls.of}/${format.name}` })),
  ];
  return (
    <Section
      title="Files"
      description={
        isPublic
          ? "Anyone can read these URLs. They always give this version."
          : "Tools read these URLs with an API key or an app token. They always give this version."
      }
    >
      <ul className="divide-y divide-line overflow-clip rounded-xl border border-line bg-surface">
        {files.map(({ name, label, url }) => (
          <li key={name} className="flex items-center justify-between gap-3 py-2 pr-2 pl-4">
            <div className="min-w-0">
              <p className="truncate font-mono text-[0.8125rem]">{name}</p>
              <p className="truncate text-[0.8125rem] text-muted">{label}</p>
            </div>
            <div className="flex shrink-0 items-center gap-1">
              <CopyButton value={url} label={`Copy URL of ${name}`} />
              <a
                href={`${base}/${name}`}
                download={name}
                className={buttonClass({ size: "sm" })}
                aria-label={`Download ${name}`}
              >
                Download
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
