import { cx } from "./styles";

type AvatarProps = {
  name: string;
  src?: string | null;
  shape?: "circle" | "square";
  size?: "sm" | "md" | "lg";
  labelled?: boolean;
  className?: string;
};

const sizes = { sm: "size-6 text-[0.625rem]", md: "size-8 text-xs", lg: "size-12 text-base" };

/** Shows a picture or the initials of `name`. Decorative unless `labelled`, since the name is usually next to it. */
export function Avatar({ name, src, shape = "circle", size = "md", labelled = false, className }: AvatarProps) {
  return (
    <span
      {...(labelled ? { role: "img", "aria-label": name } : { "aria-hidden": true })}
      className={cx(
        "inline-flex shrink-0 select-none items-center justify-center overflow-clip border border-line bg-active font-medium text-ink",
        shape === "circle" ? "rounded-full" : "rounded-lg",
        sizes[size],
        className,
      )}
    >
      {src ? (
        <span
          className="size-full bg-center bg-contain bg-no-repeat"
          style={{ backgroundImage: `url("${encodeURI(src)}")` }}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}
