import { expect, it } from "vitest";
import { Figures } from "@/lib/platform/config/environment";

const figures = Figures({ apples: 3, pears: 5 });

it("keeps the defaults of omitted figures", () => {
  expect(figures.parse(undefined)).toEqual({ apples: 3, pears: 5 });
  expect(figures.parse(" pears = 0 ,")).toEqual({ apples: 3, pears: 0 });
  expect(figures.parse("apples=7,pears=8")).toEqual({ apples: 7, pears: 8 });
});

it.each(["plums=1", "apples", "apples=", "apples=-1", "apples=1.5", "apples=1=2", "toString=1", "__proto__=1"])(
  "refuses %s and says which names there are",
  (text) => {
    const refused = figures.safeParse(text);
    expect(refused.error?.issues.map(({ message }) => message).join()).toMatch(/apples, pears/);
  },
);
