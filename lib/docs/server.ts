export { apiPdf } from "./api-pdf";
export { openApiDocument, openApiText } from "./openapi-document";
