/** Ids of the brands that a request names, in its path or its parsed body; as they came. */
export function namedBrands(params: Record<string, string>, body: unknown = {}): string[] {
  const { brand_id, events = [] } = (body ?? {}) as { brand_id?: string; events?: { brand_id: string }[] };
  return [params.id, brand_id, ...events.map((event) => event.brand_id)].filter((id) => id !== undefined);
}
