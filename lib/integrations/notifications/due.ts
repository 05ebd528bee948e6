import { type SQL, sql } from "drizzle-orm";

/**
 * A notice `n` whose turn it is: nobody is told of one topic again before a day is over, so that an endpoint that fails for 200 brands, one after
 * another, makes one mail and the next day a second. Of owners and admins one hears within the hour, of a publish that did not go out and of a review at once, of its comments within the hour.
 */
export const isDue = (at: SQL, { toPeople }: { toPeople: boolean }): SQL => sql`n.told_at is null and not exists (
  select from notices t where ${toPeople ? sql`t.user_id = n.user_id` : sql`t.user_id is null`} and t.kind = n.kind and t.topic = n.topic
    and t.told_at > ${at} - case n.kind when 'new_manager' then interval '1 hour' when 'review_commented' then interval '1 hour'
      when 'publish_failed' then interval '0' when 'review_requested' then interval '0' when 'review_answered' then interval '0' else interval '24 hours' end)`;
