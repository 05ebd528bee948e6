export { apiPdf } from "./api-pdf";
export { openApiDocument } from "./openapi-document";
