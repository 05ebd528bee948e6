import { openApiDocument } from "../../openapi-document";
import { EXAMPLE_BASE_URL } from "../examples";
import type { Components } from "./json-schema";

/** The named schemas of the OpenAPI document. */
export const components = (): Components => openApiDocument(EXAMPLE_BASE_URL).components?.schemas as Components;
