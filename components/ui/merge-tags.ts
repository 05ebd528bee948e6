/** The tags with the texts of a comma- or line-separated list put behind them: trimmed, none empty, none twice (whatever its case), at most `maxItems`. */
export function mergeTags(tags: readonly string[], list: string, maxItems: number): string[] {
  const merged = [...tags];
  const seen = new Set(tags.map((tag) => tag.toLowerCase()));
  for (const text of list.split(/[,\n]/).map((part) => part.trim())) {
    if (!text || seen.has(text.toLowerCase()) || merged.length >= maxItems) continue;
    seen.add(text.toLowerCase());
    merged.push(text);
  }
  return merged;
}
