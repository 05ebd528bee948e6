export { apiPdf } from "./api-pdf";
export { contractKit } from "./contract-kit";
export { openApiDocument, openApiText } from "./openapi-document";
