import { expect, it } from "vitest";
import { type DrawnLogo, pickIcon } from "@/lib/content/logos/pick-icon";

const GREEN = "#105040";
const drawn = (logo: Partial<DrawnLogo>): DrawnLogo => ({
  variant: "other",
  background: "any",
  width: 512,
  height: 512,
  colors: [{ hex: GREEN, share: 1 }],
  plate: GREEN,
  ...logo,
});
const [appIcon, mark] = [
  drawn({
    colors: [
      { hex: GREEN, share: 0.75 },
      { hex: "#f0e0d0", share: 0.25 },
    ],
  }),
  drawn({ variant: "symbol", plate: null }),
];

it("picks the brand's own app icon, not a larger round one-colour mark that touches all edges", () => {
  const stamp = drawn({
    width: 1200,
    height: 1200,
    colors: [
      { hex: GREEN, share: 0.97 },
      { hex: "#f0e0d0", share: 0.03 },
    ],
  });
  expect(pickIcon([stamp, appIcon, mark], ["#ffffff"])).toEqual({ logo: appIcon, ground: GREEN, whole: true });
  expect(pickIcon([stamp, mark], [GREEN, "#fff8f0"])).toEqual({ logo: mark, ground: "#fff8f0", whole: false });
});
