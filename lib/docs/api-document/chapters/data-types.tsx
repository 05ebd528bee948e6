import type { Chapter } from "../parts/chapter-page";
import { FieldTable } from "../parts/field-table";
import { Paragraph } from "../parts/prose";
import { components } from "../schema/components";
import { fieldRows, namedTypes } from "../schema/field-rows";
import { typeAnchor } from "../schema/words";

/** The named objects that bodies are made of. */
export const dataTypes: Chapter = {
  id: "data-types",
  title: "Data types",
  lead: (
    <Paragraph>
      The objects that several bodies share, or that stand within one. Readers tolerate fields that are not listed here:
      new ones may be added at any time.
    </Paragraph>
  ),
  sections: namedTypes(components()).map((name) => {
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
  }),
};
