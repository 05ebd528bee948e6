import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "../describe-error";
import { usageOf } from "../usage-of";
import type { Mailer, OutgoingMail } from "./mailer";

const folderOf = (directory: string) => join(directory, "mails");

const asFile = ({ to, subject, text }: OutgoingMail): string => `To: ${to}\nSubject: ${subject}\n\n${text}`;

/** Keeps mails as files of the demo's data directory, in place of sending them: the demo's people have no mail box. */
export function folderMailer({ directory }: { directory: string }): Mailer {
  const folder = folderOf(directory);
  return {
    configured: true,
    readBy: usageOf("mails"),
    async send(mail) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(join(folder, `${mail.id}.txt`), asFile(mail), { mode: 0o600 });
        return { sent: true };
      } catch (error) {
        return { sent: false, final: false, reason: reasonOf(error) };
      }
    },
  };
}

/** The mails that the demo kept, the newest last. Their ids are in order of time. */
export async function readKeptMails({ directory, last }: { directory: string; last: number }): Promise<string[]> {
  const names = await readdir(folderOf(directory)).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .slice(-last);
  return Promise.all(newest.map((name) => readFile(join(folderOf(directory), name), "utf8")));
}
