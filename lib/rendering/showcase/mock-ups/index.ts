/** In display order, sizes in pixels. */
export const MOCK_UPS = [
  { key: "web-header", label: "Web header", width: 1440, height: 900 },
  { key: "social-post", label: "Social post", width: 1080, height: 1080 },
  { key: "app-icons", label: "App icons", width: 1440, height: 900 },
  { key: "business-card", label: "Business card", width: 1440, height: 900 },
  { key: "slide", label: "Slide", width: 1600, height: 900 },
  { key: "label", label: "Label", width: 1080, height: 1080 },
  { key: "email-signature", label: "Email signature", width: 1440, height: 720 },
  { key: "chart", label: "Chart", width: 1440, height: 900 },
] as const;

/** Drawn like a mock-up but listed separately. */
export const SPECIMEN = { key: "specimen", label: "Type specimen", width: 1440, height: 720 } as const;

export const DRAWINGS = [...MOCK_UPS, SPECIMEN] as const;
export type Drawing = (typeof DRAWINGS)[number]["key"];

export const isDrawing = (text: string): text is Drawing => DRAWINGS.some(({ key }) => key === text);
