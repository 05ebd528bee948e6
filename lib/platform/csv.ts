/** A spreadsheet takes a cell that starts so for a formula: a quote in front keeps it text. */
const cell = (value: string) => `"${(/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** One line of a CSV file (RFC 4180). */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(",")}\r\n`;
