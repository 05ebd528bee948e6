/** From where somebody came, and about where that is, if the hub knows. */
export function ClientIp({ ip, place }: { ip: string | null; place: string | null }) {
  return (
    <span className="inline-flex flex-col gap-0.5">
      {ip ? <code className="font-mono text-[0.8125rem]">{ip}</code> : <span className="text-muted">Unknown</span>}
      {place ? <span className="text-[0.8125rem] text-muted">about {place}</span> : null}
    </span>
  );
}
