import { fieldTable, paragraphs } from "./markdown";
import { fieldRows, namedTypes } from "./schema/field-rows";
import { components } from "./schema/openapi-schemas";

/** The named objects that bodies are made of, each as a section. */
export const typesText = (): string =>
  paragraphs(
    namedTypes(components()).flatMap((name) => {
      const schema = components()[name] ?? {};
      return [
        `## ${name}`,
        schema.description && `${schema.description}.`,
        fieldTable(fieldRows(schema, components()), "answer"),
      ];
    }),
  );
