import type { Section } from "./parts/chapter-page";
import { FieldTable } from "./parts/field-table";
import { Paragraph } from "./parts/prose";
import { fieldRows, namedTypes } from "./schema/field-rows";
import { components } from "./schema/openapi-schemas";
import { typeAnchor } from "./schema/words";

/** The named objects that bodies are made of, each as a section. */
export const typeSections = (): Section[] =>
  namedTypes(components()).map((name) => {
    const schema = components()[name] ?? {};
    return {
      id: typeAnchor(name),
      title: name,
      body: (
        <>
          {schema.description && <Paragraph leadsIn>{`${schema.description}.`}</Paragraph>}
          <FieldTable rows={fieldRows(schema, components())} presence="answer" />
        </>
      ),
    };
  });
