"use client";

import { useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TimeAgo } from "@/components/ui/time-ago";
import type { CommentKey, ReviewComment } from "@/lib/reviews";
import { CommentForm } from "./comment-form";
import type { ReviewActions } from "./types";

type CommentProps = {
  comment: ReviewComment;
  commentKey: CommentKey;
  own: boolean;
  now: Date;
  actions: ReviewActions;
};

/** One comment with who wrote it and when; one's own can be changed and deleted. */
export function Comment({ comment, commentKey, own, now, actions }: CommentProps) {
  const [editing, setEditing] = useState(false);
  const { author, text, createdAt, editedAt } = comment;
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem]">
        <Avatar name={author} size="sm" />
        <span className="font-medium" dir="auto">
          {author}
        </span>
        <span className="text-muted">
          <TimeAgo value={createdAt} now={now} />
          {editedAt ? ", edited" : ""}
        </span>
      </p>
      {editing ? (
        <CommentForm
          label="Your comment"
          initial={text}
          submitLabel="Save"
          send={(next) => actions.edit({ ...commentKey, text: next })}
          onDone={() => setEditing(false)}
        />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
      {own && !editing ? (
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="ghost">
                Delete
              </Button>
            }
            title="Delete your comment?"
            effect="It is gone for everybody."
            confirmLabel="Delete"
            act={() => actions.remove(commentKey)}
          />
        </div>
      ) : null}
    </li>
  );
}
