import { sql } from "drizzle-orm";
import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import type { NoticeKind } from "./kinds";
import { readNoticeDetails } from "./notice-details";
import { sentencesOf } from "./notice-words";

const SHOWN = 20;

/** What a person was told, or would have been by mail. */
export interface OwnNotice {
  id: string;
  kind: NoticeKind;
  happenedAt: Date;
  text: string;
  mailed: boolean;
}

/** What the acting person was told lately, newest first; no more of what is over by now, or not theirs to know. */
export async function listOwnNotices(ctx: Ctx): Promise<OwnNotice[]> {
  const { userId } = requireUser(ctx);
  const found = await readNoticeDetails(ctx, { userId, where: sql`true`, atMost: SHOWN });
  return found
    .filter(({ isCurrent }) => isCurrent)
    .flatMap((notice) =>
      sentencesOf([notice], String).map((text) => ({
        id: notice.id,
        kind: notice.kind,
        happenedAt: notice.happenedAt,
        text,
        mailed: notice.mailed,
      })),
    );
}
