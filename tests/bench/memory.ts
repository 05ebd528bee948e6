import { readdir, readFile } from "node:fs/promises";

/** A process and all its descendants, from `/proc`. */
async function family(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => null) : null;
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const below = (id: number): number[] => [
    id,
    ...[...parents].filter(([, parent]) => parent === id).flatMap(([child]) => below(child)),
  ];
  return below(root);
}

/** Proportional set size in MB, which counts shared pages once. */
async function memoryOf(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/** Memory of each process in a family, on Linux. */
export async function memoryOfFamily(root: number): Promise<{ command: string; mb: number }[]> {
  return Promise.all(
    (await family(root)).map(async (id) => {
      const command = (await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")).split("\0").join(" ").trim();
      return { command: command.slice(0, 60), mb: await memoryOf(id) };
    }),
  );
}
