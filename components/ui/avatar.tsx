import { cx } from "./styles";

type AvatarProps = {
  name: string;
  shape?: "circle" | "square";
  size?: "sm" | "md" | "lg";
};

const sizes = { sm: "size-6 text-[0.625rem]", md: "size-8 text-xs", lg: "size-12 text-base" };

/** The initials of `name`. Decorative, since the name is next to it. */
export function Avatar({ name, shape = "circle", size = "md" }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-flex shrink-0 select-none items-center justify-center overflow-clip border border-line bg-active font-medium text-ink",
        shape === "circle" ? "rounded-full" : "rounded-lg",
        sizes[size],
      )}
    >
      {initials(name)}
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
