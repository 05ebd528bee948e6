"use client";

import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/styles";
import type { ShellBrand } from "./types";

const sizes = { sm: "size-6 rounded-md", md: "size-8 rounded-lg" };

type BrandMarkProps = { brand: Pick<ShellBrand, "name" | "mark">; size?: keyof typeof sizes };

/** A brand's logo or initials. Keeps the logo's own background in both themes. Decorative: the name is next to it. */
export function BrandMark({ brand, size = "sm" }: BrandMarkProps) {
  if (!brand.mark) return <Avatar name={brand.name} shape="square" size={size} />;
  const { url, background } = brand.mark;
  return (
    <span
      aria-hidden="true"
      className={cx("shrink-0 border border-line p-0.5", background === "dark" ? "bg-black" : "bg-white", sizes[size])}
    >
      <span
        className="block size-full bg-center bg-contain bg-no-repeat"
        style={{ backgroundImage: `url("${encodeURI(url)}")` }}
      />
    </span>
  );
}
