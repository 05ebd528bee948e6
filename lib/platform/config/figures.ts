import { z } from "zod";

const PAIR = /^\s*(\w+)\s*=\s*(\d{1,9})\s*$/;

/** A variable that changes some of several figures, as `name=figure` in a comma-separated list; those it leaves out keep their default. */
export const Figures = <Name extends string>(defaults: Readonly<Record<Name, number>>) =>
  z
    .string()
    .default("")
    .transform((text, { addIssue }): Readonly<Record<Name, number>> => {
      const figures: Record<Name, number> = { ...defaults };
      for (const part of text.split(",").filter((each) => each.trim() !== "")) {
        const [, name = "", figure] = PAIR.exec(part) ?? [];
        if (Object.hasOwn(defaults, name)) figures[name as Name] = Number(figure);
        else addIssue(`must be a list of name=whole number, with the names ${Object.keys(defaults).join(", ")}`);
      }
      return figures;
    });
