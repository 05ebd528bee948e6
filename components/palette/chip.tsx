export function Chip({ hex }: { hex: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-5 shrink-0 rounded-md border border-line"
      style={{ backgroundColor: hex }}
    />
  );
}
