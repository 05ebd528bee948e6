interface Reason extends Error {
  code?: string;
  hostname?: string;
  address?: string;
  port?: number;
}

const CHECK = "Check the database URL (DATABASE_URL or POSTGRES_URL)";
const UNTRUSTED = /CERT|^UNABLE_TO_/;

/** The error and its causes, including those of each address of a host. */
function* reasonsOf(error: unknown, depth = 0): Generator<Reason> {
  if (!(error instanceof Error) || depth > 5) return;
  yield error;
  if (error instanceof AggregateError) for (const each of error.errors) yield* reasonsOf(each, depth + 1);
  yield* reasonsOf(error.cause, depth + 1);
}

function sentence({ code = "", message, hostname, address, port }: Reason): string | null {
  if (code === "ECONNREFUSED" && port)
    return `No database server answers at ${address}:${port}. Start it, or correct the host and port in the database URL.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `The database server's host ${hostname} can't be resolved. ${CHECK}, or your DNS.`;
  if (["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"].includes(code) || /timeout expired|connection timeout/.test(message))
    return `The database server doesn't answer. ${CHECK}, and that the network allows this connection.`;
  if (code === "28P01" || code === "28000") return `The database server refuses the sign-in: ${message}. ${CHECK}.`;
  if (code === "3D000")
    return `The database server says: ${message}. Create it, or correct its name in the database URL.`;
  if (code === "42501") return `The database server says: ${message}. Grant the hub's role that permission.`;
  if (code === "42P01") return "The database is not migrated yet. Run migrate, or start the hub, which migrates first.";
  if (code === "53300")
    return `The database server says: ${message}. Raise its max_connections, or run fewer processes.`;
  if (UNTRUSTED.test(code))
    return `The database server's certificate is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to its authority's certificate.`;
  if (/does not support SSL/.test(message))
    return `The database server doesn't support TLS. Remove sslmode from the database URL.`;
  return null;
}

/** Why the database couldn't be reached and what to do; null for other failures, such as a file store's. */
export function explainDatabaseError(error: unknown): string | null {
  const reasons = [...reasonsOf(error)];
  if (!reasons.some((reason) => "query" in reason)) return null;
  for (const reason of reasons) {
    const explained = sentence(reason);
    if (explained) return explained;
  }
  return null;
}

/** The database can't be opened, for a reason that fits one sentence. */
export class CannotOpen extends Error {
  override readonly name: string = "CannotOpen";
}
