import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { listen } from "./listen";

/** A mail as received, with its envelope. */
export interface CaughtMail {
  envelope: { from: string; to: string[] };
  raw: string;
  message: Email;
}

export interface MailCatcher {
  /** Value for `SMTP_URL`. */
  url: string;
  caught: CaughtMail[];
  /** Waits for a mail to this email with this in its subject. Returns the newest. */
  mailTo: (email: string, subject: string) => Promise<CaughtMail>;
  /** Waits for `count` mails to this email with a link under `below`. Returns the newest link's path. */
  pathTo: (email: string, below: string, count?: number) => Promise<string>;
  close: () => Promise<void>;
}

const pathIn = ({ message }: CaughtMail, below: string): string | undefined =>
  new RegExp(`https?://[^\\s/]+(${below}/[A-Za-z0-9_-]{43})`).exec(message.text ?? "")?.[1];

/** A real SMTP server on loopback that keeps its mails. `options` change its responses. */
export async function createMailCatcher(options: SMTPServerOptions = {}): Promise<MailCatcher> {
  const waiting = new Set<() => void>();
  const caught: CaughtMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const raw = Buffer.concat(chunks).toString();
      caught.push({
        envelope: {
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
        },
        raw,
        message: await PostalMime.parse(raw),
      });
      done();
      for (const look of [...waiting]) look();
    },
    ...options,
  });
  // A client that hangs up on purpose must not crash the test process.
  smtp.on("error", () => {});
  const { port, close } = await listen(smtp.server);

  /** Waits until `read` finds something in `count` mails to this email. Returns the newest result. */
  const newest = <Found>(email: string, read: (mail: CaughtMail) => Found | undefined, count: number) =>
    new Promise<Found>((resolve) => {
      const look = () => {
        const mine = caught.filter(({ envelope }) => envelope.to.includes(email));
        const found = mine.flatMap((mail) => read(mail) ?? []);
        const last = found.at(-1);
        if (last === undefined || found.length < count) return;
        waiting.delete(look);
        resolve(last);
      };
      waiting.add(look);
      look();
    });
  return {
    url: `smtp://127.0.0.1:${port}`,
    caught,
    mailTo: (email, subject) =>
      newest(email, (mail) => (mail.message.subject?.includes(subject) ? mail : undefined), 1),
    pathTo: (email, below, count = 1) => newest(email, (mail) => pathIn(mail, below), count),
    close,
  };
}
