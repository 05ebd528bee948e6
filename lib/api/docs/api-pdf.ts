import { madeByBuild } from "./made-by-build";

export const API_PDF = "api.pdf";

/** The bytes of the API's PDF as the last build rendered it. @throws Error that names `npm run build` when it is not there */
export const apiPdf = madeByBuild(API_PDF, (bytes) => new Uint8Array(bytes));
