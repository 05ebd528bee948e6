/** A ratio as it is shown, rounded down: 4.499 never reads as 4.5. */
export const ratioText = (ratio: number): string => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;
