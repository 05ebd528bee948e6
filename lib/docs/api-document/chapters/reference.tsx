import { type Operation, operations } from "@/lib/contract";
import type { Chapter } from "../parts/chapter-page";
import { Paragraph } from "../parts/prose";
import { operationSection } from "./operation-section";

/** Every operation of the contract. */
export const reference: Chapter = {
  id: "operations",
  title: "Operations",
  lead: (
    <Paragraph>
      Each operation with its parameters, bodies, answers and errors. Every answer also carries the headers of the
      chapter Conventions and errors; every failure has the shape described there. In the examples long values are
      shortened with an ellipsis, and the credential stands in a shell variable.
    </Paragraph>
  ),
  sections: Object.values<Operation>(operations).map(operationSection),
};
