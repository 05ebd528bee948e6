/** How a log can be downloaded: for spreadsheets, or a JSON object a line for programs. */
export const EXPORT_FORMATS = ["csv", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
