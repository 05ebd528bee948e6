export { apiCatalog, documentTag, llmsText } from "./discovery";
export { aboutPage, guide, type SetUpSamples, setUpSamples } from "./guide";
export type { GuidePage } from "./guide/pages";
export type { Inline, Part, Sample } from "./guide/read-page";
export { kitFile, type PublicFile } from "./kit/kit";
export { apiPdf } from "./made-by-build";
export { openApiDocument, openApiText } from "./openapi-document";
export { postmanCollectionText } from "./postman-collection";
export { type Found, searchGuide } from "./search-guide";
